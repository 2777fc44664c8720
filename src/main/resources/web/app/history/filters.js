import {eventTypes, fullType} from '../api/event-types.js';
import {trimmed} from '../parts/invisible.js';

/** @typedef {{types: string[], actor: string, key: string}} Filters types are names without prefix */

/**
 * The filters in the view's URL. Unknown types are ignored.
 *
 * @param {URLSearchParams} query
 * @returns {Filters}
 */
export function filtersOf(query) {
  const types = (query.get('type') ?? '').split(',').filter(name => Object.hasOwn(eventTypes, name));
  return {types, actor: query.get('actor') ?? '', key: query.get('key_id') ?? ''};
}

/**
 * The query of the view's URL.
 *
 * @param {Filters} filters
 */
export function urlQuery({types, actor, key}) {
  return {type: types.join(','), actor: trimmed(actor), key_id: trimmed(key)};
}

/**
 * The query of the API.
 *
 * @param {Filters} filters
 */
export function apiQuery({types, actor, key}) {
  return {type: types.map(fullType), actor, key_id: key};
}
