import {trimmed} from '../parts/invisible.js';
import {isoTime} from '../parts/relative-time.js';

/**
 * The selection of an incident action. It is in the view's URL, so that users can share it.
 *
 * @typedef {'revoke' | 'unblock'} Kind
 * @typedef {{name: string, label: string, hint: string, type: 'text' | 'list' | 'time', placeholder?: string}} Condition
 */

const address = {
  name: 'ip_address',
  label: 'IP address or network',
  type: /** @type {const} */ ('text'),
  placeholder: '203.0.113.0/24',
};

/**
 * The conditions of each action. All given conditions must match.
 *
 * @type {Readonly<Record<Kind, readonly Condition[]>>}
 */
export const conditions = {
  revoke: [
    {
      name: 'client_id',
      label: 'Client',
      type: 'text',
      placeholder: 'portal',
      hint: 'Sessions of this client. They can belong to other clients too.',
    },
    {...address, hint: 'Sessions last seen there.'},
    {name: 'initiated_before', label: 'Started before', type: 'time', hint: 'If you set it, you can repeat the action: newer sessions stay.'},
    {name: 'group_id', label: 'Group', type: 'text', placeholder: 'contractors', hint: 'Sessions of the members of this group.'},
    {name: 'user_ids', label: 'Users', type: 'list', hint: 'Sessions of these users, one id on each line.'},
    {name: 'except_user_ids', label: 'Users to exclude', type: 'list', hint: 'One id on each line. Needs another condition.'},
  ],
  unblock: [{...address, hint: 'Unblocked for every user. ::/0 is every IPv6 address, 0.0.0.0/0 every IPv4 address.'}],
};

/** The value of a time that is only partly typed. */
export const INCOMPLETE = 'incomplete';

/** Conditions that only narrow a selection. On their own, they select nothing. */
const EXCEPTIONS = ['except_user_ids'];

/**
 * The action in a URL.
 *
 * @param {URLSearchParams} query
 * @returns {Kind}
 */
export function kindOf(query) {
  return query.get('action') === 'unblock' ? 'unblock' : 'revoke';
}

/**
 * Whether a condition is only partly typed. Without it, the selection would be larger.
 *
 * @param {Kind} kind
 * @param {URLSearchParams} query
 */
export function isIncomplete(kind, query) {
  return conditions[kind].some(({name, type}) => type === 'time' && query.get(name) === INCOMPLETE);
}

/**
 * The body of the request without `dry_run`, `limit` and `next`; null if nothing is selected yet, or a condition is incomplete.
 *
 * @param {Kind} kind
 * @param {URLSearchParams} query
 * @returns {Record<string, any> | null}
 */
export function bodyOf(kind, query) {
  const given = conditions[kind].filter(({name}) => trimmed(query.get(name) ?? ''));
  return given.some(({name}) => !EXCEPTIONS.includes(name)) && !isIncomplete(kind, query)
    ? Object.fromEntries(given.map(({name, type}) => [name, valueOf(type, query.get(name) ?? '')]))
    : null;
}

/**
 * An invalid time is sent unchanged, so that the service refuses it. Without it, the selection would be larger.
 *
 * @param {Condition['type']} type
 * @param {string} text
 */
function valueOf(type, text) {
  if (type === 'list') {
    return lines(text);
  }
  return type === 'time' && Number.isSafeInteger(Number(text)) ? Number(text) : trimmed(text);
}

/**
 * The entries of a list, one per line.
 *
 * @param {string} text
 */
export function lines(text) {
  return [...new Set(text.split(/[\r\n]+/).map(trimmed))].filter(line => line !== '');
}

/**
 * A selection as text.
 *
 * @param {Kind} kind
 * @param {Record<string, any>} body
 */
export function words(kind, body) {
  return conditions[kind]
    .filter(({name}) => body[name] !== undefined)
    .map(({name, label, type}) => `${label}: ${type === 'list' ? listed(body[name]) : type === 'time' ? iso(body[name]) : body[name]}`);
}

/** @param {string[]} list */
function listed(list) {
  const some = list.slice(0, 3).join(', ');
  return list.length > 3 ? `${some} and ${(list.length - 3).toLocaleString('en')} more` : some;
}

/** @param {unknown} seconds */
function iso(seconds) {
  return Number.isNaN(new Date(Number(seconds) * 1000).getTime()) ? String(seconds) : isoTime(Number(seconds));
}
