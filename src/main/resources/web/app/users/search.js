import {nameOf} from '../parts/invisible.js';

/**
 * The identifiers for a search. The keys are names in the API, unless there is a `parameter`. The user's id is part of the path. An
 * identifier of `anyText` can begin or end with a space or an invisible character.
 *
 * @type {Readonly<Record<string, {label: string, example: string, parameter?: string, anyText?: boolean}>>}
 */
export const criteria = {
  user_id: {label: 'User id', example: 'alice'},
  username: {label: 'Username', example: 'alice.andersson', anyText: true},
  email: {label: 'Email', example: 'alice@example.org'},
  phone: {label: 'Phone', example: '+358401234567'},
  identity: {label: 'External identity', example: 'google:104211', parameter: 'provider_user_id', anyText: true},
};

/**
 * The API's query parameters for the query of the view's URL. An identity has the form "authenticator:id". Without a colon,
 * any authenticator matches.
 *
 * @param {URLSearchParams} query
 * @returns {Record<string, string | null>}
 */
export function listQuery(query) {
  const identity = query.get('identity');
  const colon = identity?.indexOf(':') ?? -1;
  return {
    username: query.get('username'),
    email: query.get('email'),
    phone: query.get('phone'),
    authenticator: identity && colon > 0 ? identity.slice(0, colon) : null,
    provider_user_id: identity ? identity.slice(colon + 1) : null,
    group_id: query.get('group_id'),
    sort: query.get('sort'),
  };
}

/**
 * Whether the list has a filter.
 *
 * @param {URLSearchParams} query
 */
export function isFiltered(query) {
  return Object.values({...listQuery(query), sort: null}).some(Boolean);
}

/**
 * The groups for the filter of the list. The selected group may not be among the loaded ones.
 *
 * @param {{group_id: string, name: string}[]} groups
 * @param {string} chosen the id of the selected group, or empty
 */
export function groupOptions(groups, chosen) {
  const isKnown = chosen === '' || groups.some(group => group.group_id === chosen);
  return [
    {value: '', label: 'All users'},
    ...groups.map(group => ({value: group.group_id, label: nameOf(group.name, group.group_id)})),
    ...(isKnown ? [] : [{value: chosen, label: chosen}]),
  ];
}
