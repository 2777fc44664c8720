import {changedText} from '../history/entry.js';

/** The members of an event's data that describe its subject, in this order. */
const MEMBERS = ['session_id', 'ip_address', 'group_id', 'authenticator', 'target_key_id', 'stream_id', 'selector'];

/**
 * The subject of an event, in one line.
 *
 * @param {any} event
 */
export function summaryOf({data = {}}) {
  const members = MEMBERS.filter(name => data[name]).map(name => `${name} ${data[name]}`);
  const changed = changedText(data.changed);
  return [...members, ...(changed ? [`changed ${changed}`] : []), authorOf(data)].filter(Boolean).join(', ');
}

/** @param {any} data */
function authorOf(data) {
  if (data.operator) {
    return 'by the operator';
  }
  return data.key ? `by ${data.key.name ?? data.key.key_id}` : '';
}
