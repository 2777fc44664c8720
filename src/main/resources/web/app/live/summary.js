import {changedTexts} from '../history/entry.js';
import {nameOf, visible} from '../parts/invisible.js';

/** The members of an event's data that describe its subject, in this order. */
const MEMBERS = ['session_id', 'ip_address', 'group_id', 'authenticator', 'target_key_id', 'stream_id', 'selector'];

/**
 * The subject of an event. Each value needs an element of its own, because it may look like a part of the text around it.
 *
 * @param {any} event
 * @returns {{label: string, values: string[]}[]}
 */
export function factsOf({data = {}}) {
  const facts = MEMBERS.filter(name => data[name]).map(name => ({label: name, values: [visible(data[name])]}));
  const changed = changedTexts(data.changed) ?? [];
  return changed.length > 0 ? [...facts, {label: 'changed', values: changed}] : facts;
}

/**
 * The author of an event. A key is a value; the operator is not.
 *
 * @param {any} event
 * @returns {{label: string, value?: string} | null}
 */
export function authorOf({data = {}}) {
  if (data.operator) {
    return {label: 'by the operator'};
  }
  return data.key ? {label: 'by', value: visible(nameOf(data.key.name, data.key.key_id))} : null;
}
