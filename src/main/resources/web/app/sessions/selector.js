import {trimmed} from '../parts/invisible.js';
import {isolated} from '../parts/isolated.js';

/**
 * The ways to select sessions of one user.
 *
 * @type {Readonly<Record<string, {label: string, example: string}>>}
 */
export const selectors = {
  client_id: {label: 'Client', example: 'web'},
  ip_address: {label: 'Address or network', example: '203.0.113.0/24'},
};

/**
 * The body of a revocation request. Without a kind, it selects all sessions.
 *
 * @param {string | null} kind
 * @param {string} value
 * @returns {Record<string, string>}
 */
export function selectorOf(kind, value) {
  return kind === null ? {} : {[kind]: trimmed(value)};
}

/**
 * @param {Record<string, unknown>} selector
 * @returns {string} the end of a question, such as "with the client web"
 */
export function described(selector) {
  if (selector.client_id) {
    return `all sessions with the client ${isolated(String(selector.client_id))}`;
  }
  if (selector.ip_address) {
    return `all sessions last seen at ${isolated(String(selector.ip_address))}`;
  }
  return selector.except ? 'all sessions but this one' : 'all sessions';
}

/**
 * The suggestions for each kind, from the loaded sessions.
 *
 * @param {any[]} sessions
 * @returns {Record<string, string[]>}
 */
export function suggestions(sessions) {
  return {
    client_id: unique(sessions.flatMap(session => session.client_ids)),
    ip_address: unique(sessions.map(session => session.last_metadata?.ip_address).filter(Boolean)),
  };
}

/** @param {string[]} values */
function unique(values) {
  return [...new Set(values)].sort().slice(0, 100);
}
