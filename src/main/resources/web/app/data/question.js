import {html} from 'lit';
import {confirmed} from '../parts/confirm.js';
import {plural} from '../parts/count.js';
import {isolated} from '../parts/isolated.js';
import './changes.js';
import {editOf} from './draft.js';
import {format, parse} from './json.js';

/** Errors about the document, which the document shows itself if it is still there. */
const REFUSED = [412, 413, 422];

/**
 * Shows the merge patch of a draft, and sends it if the user agrees.
 *
 * @param {import('./document.js').UserDocument} element its reason is the initial one, and then the entered one
 * @param {import('./draft.js').Draft} draft
 */
export function reviewAndSend(element, draft) {
  const {about, params: path, reason} = element;
  const {patch, changes} = editOf(draft);
  return confirmed({
    title: `Change the ${about.title.toLowerCase()} of ${isolated(path.user_id)}?`,
    label: 'Send',
    text: html`<div class="stack-close">
      <p>This makes ${plural(changes.length, 'change')}.</p>
      <ua-changes .changes=${changes}></ua-changes>
      ${renderPatch(patch)}
    </div>`,
    operation: about.write,
    args: entered => {
      reason.text = entered;
      return {path, body: {[about.member]: patch}, headers: {'If-Match': draft.base.etag}, reason: entered, parse};
    },
    done: ({body}) => `Stored. The document now has ${plural(Object.keys(body[about.member]).length, 'member')}.`,
    leaves: failure => element.isConnected && REFUSED.includes(failure.status) && failure.errorsOf('X-Reason').length === 0,
    reason: reason.text,
    isHarmless: true,
  });
}

/** @param {Record<string, any>} patch */
function renderPatch(patch) {
  return html`<details>
    <summary>Merge patch</summary>
    <pre class="value">${format(patch)}</pre>
  </details>`;
}
