import {html} from 'lit';
import {curlOf} from '../api/requests.js';
import './copy.js';

/**
 * Offers a request as a command, with `$KEY` instead of the key.
 *
 * @param {import('../api/operations.js').Operation} operation
 * @param {() => import('../api/requests.js').Arguments} args
 * @param {string} [label]
 */
export function copyAsCurl(operation, args, label = 'Copy as curl') {
  return html`<ua-copy label=${label} .text=${() => curlOf(operation, args(), location.origin)}></ua-copy>`;
}
