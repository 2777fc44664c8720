import {LitElement, html, nothing} from 'lit';
import {session} from '../api/session.js';
import {shared} from '../style/shared.js';
import {announce} from './announce.js';
import {copyAsCurl} from './curl.js';
import {field} from './field.js';
import './problem.js';

/**
 * @typedef {object} Action
 * @property {string} title a question
 * @property {string} label of the button, such as "Revoke"
 * @property {unknown} [text] what else is to know
 * @property {() => Promise<unknown>} [effect] states the effect in numbers, usually by a dry run
 * @property {import('../api/operations.js').Operation} operation
 * @property {(reason: string) => import('../api/requests.js').Arguments} args
 * @property {(result: import('../api/session.js').Result) => string} done what happened, with the numbers of the response
 * @property {(args: import('../api/requests.js').Arguments) => Promise<import('../api/session.js').Result>} [send] instead of one call
 * @property {string} [typed] what the user must type first, for what cannot be undone
 */

/** Asks before an action: effect, reason, the same as curl. What was typed stays if the action fails. */
class ConfirmDialog extends LitElement {
  static properties = {
    action: {state: true},
    effect: {state: true},
    error: {state: true},
    isBusy: {state: true},
    reason: {state: true},
    typed: {state: true},
  };

  static styles = [shared];

  constructor() {
    super();
    /** @type {Action | null} */
    this.action = null;
    /** @type {unknown} */
    this.effect = null;
    /** @type {unknown} */
    this.error = null;
    this.isBusy = false;
    this.isBlocked = false;
    this.reason = '';
    this.typed = '';
    /** @type {(result: import('../api/session.js').Result | null) => void} */
    this.settle = () => {};
  }

  /**
   * @param {Action} action
   * @returns {Promise<import('../api/session.js').Result | null>} null if the user cancels
   */
  async ask(action) {
    Object.assign(this, {action, effect: null, error: null, isBusy: false, isBlocked: false, reason: '', typed: ''});
    await this.updateComplete;
    this.dialog.showModal();
    this.showEffect(action);
    return new Promise(resolve => (this.settle = resolve));
  }

  get dialog() {
    return /** @type {HTMLDialogElement} */ (this.renderRoot.querySelector('dialog'));
  }

  /** @param {Action} action */
  async showEffect(action) {
    if (action.effect) {
      this.isBlocked = true;
      this.effect = 'Counting …';
      try {
        const effect = await action.effect();
        if (this.action === action) {
          this.effect = effect;
          this.isBlocked = false;
        }
      } catch (failure) {
        if (this.action === action) {
          this.effect = null;
          this.error = failure;
        }
      }
      this.requestUpdate();
    }
  }

  /** @param {SubmitEvent} event */
  async run(event) {
    event.preventDefault();
    const action = this.action;
    if (!action || this.isBusy || this.isBlocked) {
      return;
    }
    this.isBusy = true;
    this.error = null;
    try {
      const args = action.args(this.reason.trim());
      const result = await (action.send ? action.send(args) : session.call(action.operation, args));
      announce(action.done(result));
      this.close(result);
    } catch (failure) {
      this.error = failure;
    } finally {
      this.isBusy = false;
    }
  }

  /** @param {import('../api/session.js').Result | null} result */
  close(result) {
    this.settle(result);
    this.settle = () => {};
    this.dialog.close();
  }

  render() {
    const action = this.action;
    return html`<dialog aria-labelledby="title" @cancel=${this.cancel} @close=${() => this.settle(null)}>
      ${action ? this.renderAction(action) : nothing}
    </dialog>`;
  }

  /** @param {Event} event */
  cancel(event) {
    if (this.isBusy) {
      event.preventDefault();
    }
  }

  /** @param {Action} action */
  renderAction(action) {
    const isTyped = !action.typed || this.typed === action.typed;
    return html`<form class="stack" @submit=${this.run}>
      <h2 id="title" class="value">${action.title}</h2>
      ${action.text ? html`<div class="value">${action.text}</div>` : nothing}
      ${action.effect ? html`<p class="note note-warning value" aria-live="polite">${this.effect}</p>` : nothing}
      ${action.typed
        ? field({
            name: 'typed',
            label: `Type ${action.typed} to confirm`,
            value: this.typed,
            onInput: value => (this.typed = value),
          })
        : nothing}
      ${field({
        name: 'reason',
        label: 'Reason',
        hint: 'Optional. It appears in the audit log, such as a ticket number.',
        value: this.reason,
        maxlength: 500,
        pointer: 'X-Reason',
        error: this.error,
        onInput: value => (this.reason = value),
      })}
      <ua-problem .error=${this.error}></ua-problem>
      <div class="spread">
        ${copyAsCurl(action.operation, () => action.args(this.reason.trim()))}
        <div class="row">
          <button type="button" ?disabled=${this.isBusy} @click=${() => this.close(null)}>Cancel</button>
          <button type="submit" class="primary danger" ?disabled=${this.isBusy || this.isBlocked || !isTyped}>
            ${this.isBusy ? 'Working …' : action.label}
          </button>
        </div>
      </div>
    </form>`;
  }
}

customElements.define('ua-confirm', ConfirmDialog);

/**
 * Asks the user with the one dialog of the page, then acts.
 *
 * @param {Action} action
 */
export function confirmed(action) {
  let dialog = /** @type {ConfirmDialog | null} */ (document.querySelector('ua-confirm'));
  if (!dialog) {
    dialog = /** @type {ConfirmDialog} */ (document.createElement('ua-confirm'));
    document.body.append(dialog);
  }
  return dialog.ask(action);
}
