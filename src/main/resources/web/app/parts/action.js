import {html, nothing} from 'lit';
import {session} from '../api/session.js';
import {announce} from './announce.js';

/**
 * A button for an operation. If the key may not call the operation, the button stays reachable, but only names the missing scope: with
 * `disabled`, neither a keyboard nor a touch screen could get at the reason.
 *
 * @param {import('../api/operations.js').Operation} operation
 * @param {string} label
 * @param {() => unknown} act
 * @param {{look?: string, about?: string, isOff?: boolean, type?: 'button' | 'submit'}} [options] look is the CSS class; about
 * distinguishes equal buttons for screen readers; isOff disables the button for now
 */
export function actionButton(operation, label, act, {look = '', about = '', isOff = false, type = 'button'} = {}) {
  const isAllowed = session.allows(operation);
  const reason = `Your key lacks the scope ${operation.scope}`;
  const refuse = (/** @type {Event} */ event) => {
    event.preventDefault();
    announce(`${reason}.`);
  };
  return html`<button
    type=${type}
    class=${look}
    aria-label=${about ? `${label} ${about}` : label}
    title=${isAllowed ? nothing : reason}
    aria-disabled=${isAllowed ? nothing : 'true'}
    ?disabled=${isAllowed && isOff}
    @click=${isAllowed ? act : refuse}
  >
    ${label}
  </button>`;
}
