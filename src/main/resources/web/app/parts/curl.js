import {html} from 'lit';
import {curlOf} from '../api/requests.js';
import './copy.js';

/**
 * A button that copies a request as a curl command, with `$KEY` instead of the key.
 *
 * @param {import('../api/operations.js').Operation} operation
 * @param {() => import('../api/requests.js').Arguments | import('../api/requests.js').Arguments[]} args several requests give one line each
 * @param {string} [label]
 */
export function copyAsCurl(operation, args, label = 'Copy as curl') {
  return html`<ua-copy label=${label} .text=${() => curls(operation, [args()].flat())}></ua-copy>`;
}

/**
 * @param {import('../api/operations.js').Operation} operation
 * @param {import('../api/requests.js').Arguments[]} requests
 */
function curls(operation, requests) {
  return requests.map(args => curlOf(operation, args, location.origin)).join('\n');
}
