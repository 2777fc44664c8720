import {html, nothing} from 'lit';
import {copyAsCurl} from './curl.js';
import {field} from './field.js';
import {NO_RESPONSE} from './patience.js';

/**
 * @typedef {import('./action-types.js').Action} Action
 * @typedef {import('./action-types.js').OneOrMore} OneOrMore
 * @typedef {import('./confirm.js').ConfirmDialog} ConfirmDialog
 */

/**
 * The arguments for what the user entered.
 *
 * @param {ConfirmDialog} dialog
 * @param {Action} action
 */
export function argsOf({reason, values}, action) {
  return action.args(reason.trim(), values);
}

/**
 * The arguments with a signal that ends the call.
 *
 * @param {OneOrMore} args
 * @param {AbortSignal} signal
 */
export function withSignal(args, signal) {
  return Array.isArray(args) ? args.map(each => ({...each, signal})) : {...args, signal};
}

/**
 * @param {ConfirmDialog} dialog
 * @param {string} text that the user must type
 */
export function renderTyped(dialog, text) {
  return field({
    name: 'typed',
    label: `Type ${text} to confirm`,
    value: dialog.typed,
    onInput: value => (dialog.typed = value),
  });
}

/**
 * The state and the buttons of the dialog.
 *
 * @param {ConfirmDialog} dialog
 * @param {Action} action
 */
export function renderFoot(dialog, action) {
  const {isBusy, isBlocked, typed, wait} = dialog;
  const isOff = isBusy || isBlocked || wait.seconds > 0 || (action.typed ?? typed) !== typed;
  return html`<div class="spread">
    <div class="row">
      ${copyAsCurl(action.operation, () => argsOf(dialog, action))}
      <span class="small muted" aria-live="polite"
        >${dialog.progress}${isBusy && dialog.isStopping ? ' It stops after the running call.' : nothing}${dialog.isSlow
          ? ` ${NO_RESPONSE}`
          : nothing}</span
      >
    </div>
    <div class="row">
      ${renderWayOut(dialog, action)}
      <button type="submit" class=${action.isHarmless ? 'primary' : 'primary danger'} ?disabled=${isOff}>
        ${isBusy ? 'Working …' : action.label}
      </button>
    </div>
  </div>`;
}

/**
 * One button, so that it keeps the focus.
 *
 * @param {ConfirmDialog} dialog
 * @param {Action} action
 */
function renderWayOut(dialog, {isStoppable}) {
  const {isBusy, isStopping, isSlow} = dialog;
  const [label, act, isOff] = isSlow
    ? ['Stop waiting', () => dialog.patience.stopWaiting(), false]
    : isBusy && isStoppable
      ? ['Stop', () => dialog.stop(), isStopping]
      : ['Cancel', () => dialog.dialog.close(), isBusy];
  return html`<button type="button" ?disabled=${isOff} @click=${act}>${label}</button>`;
}
