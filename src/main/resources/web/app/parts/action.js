import {html} from 'lit';
import {session} from '../api/session.js';
import {lacking} from './view.js';

/**
 * A button for an operation. It is disabled, and names the scope, if the key may not call the operation.
 *
 * @param {import('../api/operations.js').Operation} operation
 * @param {string} label
 * @param {() => unknown} act
 * @param {{look?: string, about?: string, isOff?: boolean}} [options] look is the CSS class; about distinguishes equal buttons for
 * screen readers; isOff disables the button for now
 */
export function actionButton(operation, label, act, {look = '', about = '', isOff = false} = {}) {
  return html`<button
    type="button"
    class=${look}
    aria-label=${about ? `${label} ${about}` : label}
    title=${lacking(operation)}
    ?disabled=${isOff || !session.allows(operation)}
    @click=${act}
  >
    ${label}
  </button>`;
}
