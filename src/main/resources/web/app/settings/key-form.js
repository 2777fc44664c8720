import {css, html, nothing} from 'lit';
import {createKey} from '../api/operations.js';
import {session} from '../api/session.js';
import {announce} from '../parts/announce.js';
import {copyAsCurl} from '../parts/curl.js';
import {field} from '../parts/field.js';
import {isolated} from '../parts/isolated.js';
import {fromLocal, toLocal} from '../parts/local-time.js';
import '../parts/problem.js';
import {View} from '../parts/view.js';
import {shared} from '../style/shared.js';
import {AT_DATE, bodyOf, emptyKey, idempotencyKey, lifetimes, missing, units} from './key-body.js';
import {renderScopes} from './scope-picker.js';

/** Creates a key. Fires `created` (detail: the new key) and `cancel`. */
class KeyForm extends View {
  static properties = {
    ...View.properties,
    entered: {state: true},
    reason: {state: true},
    error: {state: true},
    isBusy: {state: true},
  };

  static styles = [
    shared,
    css`
      .scopes,
      .fields {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(16rem, 100%), 1fr));
        align-items: start;
        gap: var(--space-4);
      }

      fieldset {
        min-width: 0;
        margin: 0;
        padding: 0;
        border: 0;
      }

      legend {
        margin-block-end: var(--space-1);
        padding: 0;
        font-weight: 600;
      }

      .scope {
        align-items: start;
      }

      .rate {
        display: grid;
        grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
        align-items: start;
        gap: var(--space-2);
      }
    `,
  ];

  constructor() {
    super();
    this.entered = emptyKey();
    this.reason = '';
    /** @type {any} */
    this.error = null;
    this.isBusy = false;
    /** Repeats a request whose outcome is unknown without a second key. */
    this.idempotency = idempotencyKey();
  }

  firstUpdated() {
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector('input'))?.focus();
  }

  /** @param {Partial<import('./key-body.js').Entered>} change */
  enter(change) {
    this.entered = {...this.entered, ...change};
    this.idempotency = idempotencyKey();
  }

  get request() {
    return {body: bodyOf(this.entered), reason: this.reason.trim()};
  }

  /** @param {SubmitEvent} event */
  async create(event) {
    event.preventDefault();
    if (this.isBusy) {
      return;
    }
    this.isBusy = true;
    this.error = null;
    try {
      const headers = {'Idempotency-Key': this.idempotency};
      const {body} = await session.call(createKey, {...this.request, headers});
      announce(`The key ${isolated(body.name)} is created, with ${body.scopes.length} scope${body.scopes.length === 1 ? '' : 's'}.`);
      this.dispatchEvent(new CustomEvent('created', {detail: body}));
    } catch (failure) {
      this.failed(failure);
    }
    this.isBusy = false;
  }

  /** @param {any} failure */
  failed(failure) {
    this.error = failure;
    if (!failure.isUnreachable) {
      this.idempotency = idempotencyKey();
    }
  }

  render() {
    const lacks = missing(this.entered);
    return html`<form class="card stack" aria-labelledby="title" @submit=${this.create}>
      <h2 id="title">Create a key</h2>
      <div class="fields">
        ${field({
          name: 'name',
          label: 'Name',
          hint: 'Who uses it, for people who look at the list.',
          value: this.entered.name,
          required: true,
          maxlength: 200,
          error: this.error,
          onInput: name => this.enter({name}),
        })}
        ${this.renderLifetime()} ${this.renderRate()}
        ${field({
          name: 'burst',
          label: 'Burst',
          hint: 'Requests at once after a pause; as many as the rate if empty.',
          value: this.entered.burst,
          error: this.error,
          onInput: burst => this.enter({burst}),
        })}
      </div>
      <h3>Scopes</h3>
      ${renderScopes(this.entered.scopes, scopes => this.enter({scopes}))}
      ${field({
        name: 'reason',
        label: 'Reason',
        hint: 'Optional. It appears in the audit log, such as a ticket number.',
        value: this.reason,
        maxlength: 500,
        pointer: 'X-Reason',
        error: this.error,
        onInput: reason => (this.reason = reason),
      })}
      <ua-problem .error=${this.error}></ua-problem>
      <div class="spread">
        ${copyAsCurl(createKey, () => this.request)}
        <div class="row">
          ${lacks.length > 0 ? html`<span class="small muted">Still needed: ${lacks.join(', ')}</span>` : nothing}
          <button type="button" ?disabled=${this.isBusy} @click=${() => this.dispatchEvent(new Event('cancel'))}>Cancel</button>
          <button type="submit" class="primary" ?disabled=${this.isBusy || lacks.length > 0}>
            ${this.isBusy ? 'Creating …' : 'Create the key'}
          </button>
        </div>
      </div>
    </form>`;
  }

  renderLifetime() {
    const {lifetime, expiresAt} = this.entered;
    return html`<div class="stack-close">
      ${select('lifetime', 'Ends after', lifetimes, lifetime, value => this.enter({lifetime: value}))}
      ${lifetime === AT_DATE
        ? field({
            name: 'expires_at',
            label: 'Ends at (your time zone)',
            type: 'datetime-local',
            value: toLocal(expiresAt),
            error: this.error,
            onInput: value => this.enter({expiresAt: fromLocal(value)}),
          })
        : nothing}
    </div>`;
  }

  renderRate() {
    const limit = session.owner?.rate;
    return html`<div class="rate">
      ${field({
        name: 'rate',
        label: 'Rate',
        hint: limit ? `At most yours: ${limit}.` : 'Any number of requests if empty.',
        required: Boolean(limit),
        value: this.entered.rate,
        error: this.error,
        onInput: rate => this.enter({rate}),
      })}
      ${select('unit', 'Unit', units, this.entered.unit, unit => this.enter({unit}))}
    </div>`;
  }
}

/**
 * @param {string} name
 * @param {string} label
 * @param {Readonly<Record<string, string>>} options
 * @param {string} chosen
 * @param {(value: string) => void} choose
 */
function select(name, label, options, chosen, choose) {
  return html`<div class="field">
    <label for=${name}>${label}</label>
    <select id=${name} @change=${(/** @type {any} */ event) => choose(event.target.value)}>
      ${Object.entries(options).map(
        ([value, text]) => html`<option value=${value} ?selected=${value === chosen}>${text}</option>`,
      )}
    </select>
  </div>`;
}

customElements.define('ua-key-form', KeyForm);
