import {LitElement, html, nothing} from 'lit';
import {session} from '../api/session.js';
import {shared} from '../style/shared.js';
import {announce, announcements} from './announce.js';
import {argsOf, renderFoot, renderTyped, withSignal} from './confirm-parts.js';
import {RetryWait} from './countdown.js';
import {changesOf, keepDraft, takeDraft} from './drafts.js';
import {reasonField} from './field.js';
import {focusInvalid, guardEnter, rescueFocus} from './focus.js';
import {renderInputs} from './inputs.js';
import {setLoss} from './leaving.js';
import {Patience} from './patience.js';
import './problem.js';

/** @typedef {import('./action-types.js').Action} Action */
/** @typedef {import('./action-types.js').Outcome} Outcome */

const NOT_FOUND = 404;
const RUNNING = 'An action is still running.';

/** The dialog before an action: effect, fields, reason, curl command, progress. If the action fails, the input stays. */
export class ConfirmDialog extends LitElement {
  static properties = {
    action: {state: true},
    effect: {state: true},
    error: {state: true},
    isBusy: {state: true},
    isStopping: {state: true},
    progress: {state: true},
    reason: {state: true},
    typed: {state: true},
    values: {state: true},
  };

  static styles = [shared];

  constructor() {
    super();
    /** @type {Action | null} */
    this.action = null;
    /** @type {unknown} */
    this.effect = null;
    /** @type {any} */
    this.error = null;
    this.isBusy = false;
    this.isStopping = false;
    this.progress = '';
    this.isBlocked = false;
    this.reason = '';
    this.typed = '';
    /** @type {Record<string, string | boolean>} */
    this.values = {};
    this.mayHaveChanged = false;
    /** @type {PromiseWithResolvers<Outcome>} */
    this.outcome = Promise.withResolvers();
    this.path = '';
    /** @type {Record<string, string | boolean>} */
    this.initial = {};
    this.isDraft = false;
    this.wait = new RetryWait(this);
    this.patience = new Patience(this);
  }

  connectedCallback() {
    super.connectedCallback();
    addEventListener('hashchange', () => this.leave());
    session.addEventListener('change', () => this.dialog.open && this.error?.status === 401 && this.showEffect(this.action));
    announcements.addEventListener('announce', event => this.echo(/** @type {CustomEvent} */ (event).detail));
  }

  /** While the dialog is open, the rest of the page is inert: screen readers do not read the frame's announcement. */
  echo(/** @type {string} */ text) {
    this.progress = this.dialog.open && !this.isBusy ? text : this.progress;
  }

  /** The dialog closes when another view is shown, but not when the view only changes its URL. The input is kept. */
  leave() {
    if (this.dialog.open && !this.isBusy && this.path !== pathNow()) {
      keepDraft(this.form, changesOf(this.initial, {...this.values, reason: this.reason}));
      this.dialog.close();
    }
  }

  /** The form's key for drafts: the same title for another user or target is another form. */
  get form() {
    return JSON.stringify([this.path, this.action?.title, this.action?.target]);
  }

  /**
   * @param {Action} action
   * @returns {Promise<Outcome>}
   */
  async ask(action) {
    const fields = Object.fromEntries((action.fields?.({}) ?? []).map(({name, value}) => [name, value ?? '']));
    Object.assign(this, {action, effect: null, error: null, isBusy: false, isBlocked: false, progress: '', typed: '', mayHaveChanged: false});
    this.path = pathNow();
    this.initial = {...fields, reason: action.reason ?? ''};
    const draft = takeDraft(this.form);
    this.isDraft = Object.keys(draft).length > 0;
    const {reason, ...values} = {...this.initial, ...draft};
    Object.assign(this, {reason, values});
    this.outcome = Promise.withResolvers();
    this.showEffect(action);
    await this.updateComplete;
    this.dialog.showModal();
    action.later?.then(() => this.requestUpdate());
    return this.outcome.promise;
  }

  get dialog() {
    return /** @type {HTMLDialogElement} */ (this.renderRoot.querySelector('dialog'));
  }

  async showEffect(/** @type {Action | null} */ action) {
    this.error = null;
    if (action?.effect) {
      Object.assign(this, {effect: 'Counting …', isBlocked: true});
      const show = await action.effect().then(
        effect => () => Object.assign(this, {effect, isBlocked: false}),
        failure => () => this.showFailure(action, failure),
      );
      if (this.action === action) {
        this.effect = null;
        show();
      }
    }
  }

  async run(/** @type {SubmitEvent} */ event) {
    event.preventDefault();
    const action = this.action;
    if (!action || this.isBusy || this.isBlocked) {
      return;
    }
    Object.assign(this, {isBusy: true, isStopping: false, error: null, progress: action.waiting ?? ''});
    const signal = this.patience.begin();
    setLoss(RUNNING, true);
    try {
      const args = withSignal(argsOf(this, action), signal);
      const work = {isStopped: () => this.isStopping, report: this.report.bind(this)};
      const result = await (action.send ? action.send(args, work) : session.call(action.operation, /** @type {any} */ (args)));
      announce(action.done(result));
      this.outcome.resolve({result, mayHaveChanged: true});
      this.dialog.close();
    } catch (/** @type {any} */ failure) {
      this.mayHaveChanged ||= !failure.isOutcomeKnown || failure.status === NOT_FOUND || Boolean(action.isStoppable);
      this.showFailure(action, failure);
    } finally {
      this.isBusy = false;
      this.patience.start(0);
      setLoss(RUNNING, false);
    }
  }

  /**
   * @param {string} text what is done before a call
   * @param {number} [pause] the seconds before the call
   */
  report(text, pause) {
    this.progress = text;
    this.patience.again(pause);
  }

  /** Stops after the running call. */
  stop() {
    this.isStopping = true;
  }

  /** Whether the service has not responded for so long that the user may stop waiting. */
  get isSlow() {
    return this.isBusy && this.patience.isOver;
  }

  /** @param {Action} action @param {unknown} failure */
  showFailure(action, failure) {
    if (action.leaves?.(failure)) {
      this.outcome.reject(failure);
      this.dialog.close();
    } else {
      this.error = failure;
      this.progress = this.progress === action.waiting ? '' : this.progress;
      this.showError();
    }
  }

  /** Scrolls to the first invalid field or to the problem, because a long dialog may hide it. */
  async showError() {
    await this.updateComplete;
    (focusInvalid(this.renderRoot) ?? this.renderRoot.querySelector('ua-problem'))?.scrollIntoView({block: 'nearest'});
    // While the action ran, the button was disabled.
    rescueFocus(this.renderRoot.querySelector('[type="submit"]'));
  }

  render() {
    const action = this.action;
    return html`<dialog
      aria-labelledby="title"
      aria-describedby=${typeof action?.text === 'string' ? 'text effect' : 'effect'}
      @keydown=${(/** @type {KeyboardEvent} */ event) => guardEnter(event, action?.isHarmless ?? false)}
      @cancel=${(/** @type {Event} */ event) => this.isBusy && event.preventDefault()}
      @close=${this.closed}
    >
      ${action ? this.renderAction(action) : nothing}
    </dialog>`;
  }

  /** Chrome closes a dialog at a repeated Escape key, even if `cancel` is prevented. */
  closed() {
    if (this.isBusy) {
      this.dialog.showModal();
    } else {
      this.outcome.resolve({result: null, mayHaveChanged: this.mayHaveChanged});
    }
  }

  /** @param {Action} action */
  renderAction(action) {
    return html`<form class="stack" @submit=${this.run}>
      <h2 id="title" class="value">${action.title}</h2>
      ${action.text ? html`<div id="text" class="value">${action.text}</div>` : nothing}
      ${this.effect ? html`<p id="effect" class="note note-warning value" aria-live="polite">${this.effect}</p>` : nothing}
      ${this.isDraft ? html`<p class="note small">Your earlier input is restored.</p>` : nothing}
      ${renderInputs(action.fields?.(this.values) ?? [], this.values, this.error, values => (this.values = values))}
      ${action.typed ? renderTyped(this, action.typed) : nothing}
      ${reasonField({value: this.reason, error: this.error, onInput: value => (this.reason = value)})}
      <ua-problem ?retryable=${this.isBlocked} .error=${this.error} @retry=${() => this.showEffect(action)}></ua-problem>
      ${renderFoot(this, action)}
    </form>`;
  }
}

function pathNow() {
  return location.hash.split('?')[0];
}

customElements.define('ua-confirm', ConfirmDialog);

/**
 * Asks the user with the page's only dialog, then performs the action.
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
