import {LitElement, css, html, nothing} from 'lit';
import {actionButton} from '../parts/action.js';
import {announce} from '../parts/announce.js';
import {confirmed} from '../parts/confirm.js';
import {rescueFocus} from '../parts/focus.js';
import {setLoss} from '../parts/leaving.js';
import {Patience} from '../parts/patience.js';
import {pause} from '../parts/pause.js';
import {shared} from '../style/shared.js';
import {actions, page, pageOf} from './actions.js';
import {renderProgress, statusOf} from './progress.js';
import {Run, sumText} from './run.js';
import {words} from './selector.js';

/** The dialog before an action counts at most this many pages. If there are more, it says "at least". */
const EFFECT_PAGES = 10;

/**
 * The button of a bulk action, and its progress. `body` is the selection; `expected` is its size, if known. Fires `run`
 * when it starts and ends, and after a call with an unknown outcome (detail: whether it is active).
 */
class BulkRun extends LitElement {
  static properties = {kind: {}, body: {attribute: false}, expected: {attribute: false}, started: {state: true}};

  static styles = [
    shared,
    css`
      progress {
        width: 100%;
        height: 0.75rem;
        accent-color: var(--color-accent);
      }
    `,
  ];

  constructor() {
    super();
    /** @type {import('./selector.js').Kind} */
    this.kind = 'revoke';
    /** @type {Record<string, any> | null} */
    this.body = null;
    /** @type {number | null} */
    this.expected = null;
    /** @type {import('./progress.js').Started | null} */
    this.started = null;
    this.patience = new Patience(this);
  }

  /** A call that changes something is not aborted: the run stops after it. */
  disconnectedCallback() {
    super.disconnectedCallback();
    this.started?.run.stop();
  }

  async act() {
    const {kind, body} = this;
    if (!body) {
      return;
    }
    const action = actions[kind];
    let reason = '';
    const {result, mayHaveChanged} = await confirmed({
      title: `${action.title} across the tenant?`,
      target: body,
      label: action.label,
      text: html`<ul class="plain">
        ${words(kind, body).map(each => html`<li class="value">${each}</li>`)}
      </ul>`,
      effect: () => effectOf(action, body),
      operation: action.operation,
      args: entered => ({body: {...body, ...action.limit}, reason: (reason = entered)}),
      done: ({body: answer}) => (answer.next ? '' : `${sumText(action, {...pageOf(action, answer), pages: 1})} ${action.done}.`),
    });
    if (result) {
      await this.goOn(pageOf(action, result.body), {kind, body, reason});
    } else if (mayHaveChanged) {
      this.tell(false);
    }
  }

  /**
   * Starts after the response to the first call. Makes the other calls until the end or a stop. If the view was left during the first
   * call, nobody could stop the other ones, so it does not make them.
   *
   * @param {import('./run.js').Page} first
   * @param {{kind: import('./selector.js').Kind, body: object, reason: string}} given
   */
  async goOn(first, {kind, body, reason}) {
    const action = actions[kind];
    const run = new Run(
      next => page(action, {body: {...body, ...action.limit, next}, reason, signal: this.patience.begin()}),
      () => this.requestUpdate(),
      pause,
    );
    this.started = {run, action, words: words(kind, body), expected: this.expected};
    run.add(first);
    await this.follow(run, this.isConnected || first.next === undefined ? run.rest() : Promise.resolve());
  }

  /**
   * @param {Run} run
   * @param {Promise<void>} end
   */
  async follow(run, end) {
    this.tell(run.isActive);
    await this.focusOn('#stop');
    await end;
    this.patience.start(0);
    this.tell(false);
    if (this.isConnected) {
      await this.focusOn('#progress');
    } else if (this.started) {
      announce(`${this.started.action.title}: ${statusOf(run, this.started.action, this.started.expected)}`);
    }
  }

  async resume() {
    const run = this.started?.run;
    if (run) {
      await this.follow(run, run.start());
    }
  }

  /** The button to stop is disabled then. */
  async stop() {
    this.started?.run.stop();
    await this.focusOn('#progress');
  }

  async dismiss() {
    this.started = null;
    await this.focusOn('button');
    rescueFocus();
  }

  /** @param {boolean} isActive */
  tell(isActive) {
    setLoss('An action across the tenant is still running.', isActive);
    this.dispatchEvent(new CustomEvent('run', {detail: isActive}));
  }

  /** @param {string} selector */
  async focusOn(selector) {
    await this.updateComplete;
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector(selector))?.focus();
  }

  render() {
    const {operation, label} = actions[this.kind];
    const isActive = this.started?.run.isActive ?? false;
    return html`<div class="stack">
      <div>
        ${actionButton(operation, `${label} …`, () => this.act(), {
          look: 'primary danger',
          isOff: this.body === null || isActive,
        })}
      </div>
      ${this.started
        ? renderProgress(this.started, this.patience, {stop: () => this.stop(), resume: () => this.resume(), dismiss: () => this.dismiss()})
        : nothing}
    </div>`;
  }
}

/**
 * @param {import('./actions.js').Bulk} action
 * @param {object} body
 */
async function effectOf(action, body) {
  /** @type {Run} */
  const run = new Run(
    next => page(action, {body: {...body, dry_run: true, next}}),
    () => run.sum.pages >= EFFECT_PAGES && run.stop(),
  );
  await run.start();
  if (run.error) {
    throw run.error;
  }
  return `This ${action.verb} ${sumText(action, run.sum, run.phase === 'done')}. It cannot be undone.`;
}

customElements.define('ua-bulk-run', BulkRun);
