import {css, html, nothing} from 'lit';
import {listBlockedIpsAcrossTenant} from '../api/operations.js';
import {session} from '../api/session.js';
import {copyAsCurl} from '../parts/curl.js';
import {trimmed} from '../parts/invisible.js';
import '../parts/problem.js';
import {View, ifAllowed} from '../parts/view.js';
import {shared} from '../style/shared.js';
import {actions, page} from './actions.js';
import './blocked-across.js';
import './bulk-run.js';
import {Counter} from './counter.js';
import {sumText} from './run.js';
import {bodyOf, conditions, isIncomplete, kindOf} from './selector.js';
import {renderConditions} from './selector-form.js';

/** Bulk actions on sessions and blocks of the whole tenant: the selection, its size, and the action. */
class Incidents extends View {
  static properties = {...View.properties, kind: {state: true}, values: {state: true}, isActive: {state: true}};

  static styles = [
    shared,
    css`
      .grid {
        --least-width: 22rem;
      }

      .count {
        font-size: var(--text-large);
        font-weight: 600;
      }
    `,
  ];

  constructor() {
    super();
    /** @type {import('./selector.js').Kind} */
    this.kind = 'revoke';
    /** The input. The URL follows after a pause. */
    this.values = new URLSearchParams();
    this.remembered = '';
    this.isActive = false;
    this.counter = new Counter(
      (body, signal) => page(this.action, {body, signal}),
      () => this.counted(),
    );
  }

  get action() {
    return actions[this.kind];
  }

  get body() {
    return bodyOf(this.kind, this.values);
  }

  /** The address also narrows the list of who is blocked. */
  get isSelectable() {
    return session.allows(this.action.operation) || (this.kind === 'unblock' && session.allows(listBlockedIpsAcrossTenant));
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.counter.clear();
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has('query') && (!this.hasUpdated || this.query.toString() !== this.remembered)) {
      this.remembered = this.query.toString();
      this.kind = kindOf(this.query);
      this.values = new URLSearchParams(this.query);
      this.recount();
    }
  }

  /** The key before may not have been allowed to count. */
  ownerChanged() {
    super.ownerChanged();
    this.recount();
  }

  recount() {
    this.counter.count(this.body, session.allows(this.action.operation));
  }

  /** The URL changes when typing pauses, not with each letter. */
  counted() {
    this.requestUpdate();
    if (!this.counter.isWaiting && this.isConnected && this.values.toString() !== this.remembered) {
      this.remembered = this.values.toString();
      this.remember('/incidents', Object.fromEntries(this.values));
    }
  }

  /**
   * @param {string} name
   * @param {string} value
   */
  enter(name, value) {
    const values = new URLSearchParams(this.values);
    if (value === '') {
      values.delete(name);
    } else {
      values.set(name, value);
    }
    this.values = values;
    this.recount();
  }

  /** @param {import('./selector.js').Kind} kind */
  choose(kind) {
    this.kind = kind;
    this.enter('action', kind === 'unblock' ? kind : '');
  }

  /** @param {CustomEvent<boolean>} event */
  ran(event) {
    this.isActive = event.detail;
    if (!this.isActive && this.isConnected) {
      this.recount();
      /** @type {any} */ (this.renderRoot.querySelector('ua-blocked-across'))?.reload();
    }
  }

  render() {
    const run = this.counter.run;
    return html`<div class="stack">
      <h1>Incidents</h1>
      <div class="card stack">
        ${this.renderKinds()}
        ${this.isSelectable ? this.renderSelector(run) : nothing}
        ${ifAllowed(this.action.operation, () => this.renderCount(run))}
        <ua-bulk-run
          kind=${this.kind}
          .body=${this.body}
          .expected=${run?.phase === 'done' ? run.sum.count : null}
          @run=${this.ran}
        ></ua-bulk-run>
      </div>
      ${this.kind === 'unblock'
        ? html`<ua-blocked-across address=${trimmed(this.query.get('ip_address') ?? '')}></ua-blocked-across>`
        : nothing}
    </div>`;
  }

  renderKinds() {
    return html`<fieldset ?disabled=${this.isActive}>
      <legend>Action</legend>
      <div class="row">
        ${/** @type {import('./selector.js').Kind[]} */ (Object.keys(actions)).map(
          kind => html`<label class="check">
            <input type="radio" name="kind" .checked=${kind === this.kind} @change=${() => this.choose(kind)} />
            ${actions[kind].title}
          </label>`,
        )}
      </div>
    </fieldset>`;
  }

  /** @param {import('./run.js').Run | null} run */
  renderSelector(run) {
    return html`<fieldset ?disabled=${this.isActive}>
      <legend>Selection${conditions[this.kind].length > 1 ? ': all given conditions must match' : ''}</legend>
      <div class="grid">
        ${renderConditions(this.kind, this.values, run?.error, (name, value) => this.enter(name, value))}
      </div>
    </fieldset>`;
  }

  /** @param {import('./run.js').Run | null} run */
  renderCount(run) {
    return html`
      <div class="spread">
        <p class="count" role="status">${this.countText(run)}</p>
        ${copyAsCurl(this.action.operation, () => ({body: {...this.body, dry_run: true}}))}
      </div>
      ${run?.error ? html`<ua-problem retryable .error=${run.error} @retry=${() => run.start()}></ua-problem>` : nothing}
    `;
  }

  /** @param {import('./run.js').Run | null} run */
  countText(run) {
    if (isIncomplete(this.kind, this.values)) {
      return 'Complete the date and time.';
    }
    if (this.body === null) {
      return 'Give at least one condition. Nothing changes before you confirm it.';
    }
    if (run === null || run.sum.pages === 0) {
      return run?.error ? 'Not counted' : 'Counting …';
    }
    const isFinal = run.phase === 'done';
    return `${isFinal ? 'This reaches' : 'Counting: this reaches'} ${sumText(this.action, run.sum, isFinal)}.`;
  }
}

customElements.define('ua-incidents', Incidents);
