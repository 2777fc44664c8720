import {visible} from '../parts/invisible.js';
import {isolated} from '../parts/isolated.js';

/**
 * The facts of an audit log entry. Without the group, which is shown as a link.
 *
 * @param {any} entry
 * @returns {[label: string, value: string][]}
 */
export function factsOf(entry) {
  /** @type {[string, string | undefined][]} */
  const facts = [
    ['Changed', changedTexts(entry.changed)?.map(isolated).join(', ')],
    ['Session', entry.session_id],
    ['Address', entry.ip_address],
    ['Authenticator', entry.authenticator],
    ['API key', entry.target_key_id],
    ['Stream', entry.stream_id],
    ['Selected by', entry.selector],
  ];
  return /** @type {[string, string][]} */ (facts.filter(([, value]) => value !== undefined));
}

/**
 * JSON Pointers as texts: "/claims/name" is "claims › name". The empty pointer means more than 100 members.
 *
 * @param {string[] | undefined} pointers
 */
export function changedTexts(pointers) {
  return pointers?.map(pointer => (pointer === '' ? 'more than 100 members' : wordsOf(pointer)));
}

/** @param {string} pointer */
function wordsOf(pointer) {
  return pointer
    .slice(1)
    .split('/')
    .map(part => visible(part.replaceAll('~1', '/').replaceAll('~0', '~')))
    .join(' › ');
}

/**
 * The entries grouped by day, in the given order.
 *
 * @param {any[]} entries
 * @param {(seconds: number) => string} dayOf
 * @returns {{day: string, entries: any[]}[]}
 */
export function byDay(entries, dayOf) {
  /** @type {{day: string, entries: any[]}[]} */
  const days = [];
  for (const entry of entries) {
    const day = dayOf(entry.time);
    if (days.at(-1)?.day !== day) {
      days.push({day, entries: []});
    }
    days.at(-1)?.entries.push(entry);
  }
  return days;
}
