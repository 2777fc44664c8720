import {css, html, nothing} from 'lit';
import {createKey} from '../api/operations.js';
import {session} from '../api/session.js';
import {announce} from '../parts/announce.js';
import {plural} from '../parts/count.js';
import {RetryWait} from '../parts/countdown.js';
import {copyAsCurl} from '../parts/curl.js';
import {keepDraft, takeDraft} from '../parts/drafts.js';
import {choice, field, optionsOf, reasonField} from '../parts/field.js';
import {focusInvalid, rescueFocus} from '../parts/focus.js';
import {isolated} from '../parts/isolated.js';
import {fromLocal} from '../parts/local-time.js';
import {NO_RESPONSE, Patience} from '../parts/patience.js';
import '../parts/problem.js';
import {timeField} from '../parts/time-field.js';
import {View} from '../parts/view.js';
import {shared} from '../style/shared.js';
import {AT_DATE, bodyOf, emptyKey, idempotencyKey, isStoredRefusal, lifetimes, missing, units} from './key-body.js';
import {renderScopes} from './scope-picker.js';

const FORM = 'create a key';

/** Creates a key. Fires `created` (detail: the new key), `cancel`, and `unknown` if it is unknown whether there is a new key. */
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
      .fields {
        --least-width: 16rem;
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
    const {entered = emptyKey(), reason = '', idempotency = idempotencyKey()} = takeDraft(FORM);
    this.entered = entered;
    this.reason = reason;
    this.isDone = false;
    /** @type {any} */
    this.error = null;
    this.isBusy = false;
    this.wait = new RetryWait(this);
    this.patience = new Patience(this);
    /** The idempotency key: if the outcome of a request is unknown, repeating it creates no second key. */
    this.idempotency = idempotency;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    if (!this.isDone) {
      keepDraft(FORM, {entered: this.entered, reason: this.reason, idempotency: this.idempotency});
    }
  }

  firstUpdated() {
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector('input'))?.focus();
  }

  /** Another key may not grant all chosen scopes, and their check boxes are disabled. */
  ownerChanged() {
    super.ownerChanged();
    const scopes = [...this.entered.scopes].filter(scope => session.hasScope(scope));
    if (scopes.length < this.entered.scopes.size) {
      this.enter({scopes: new Set(scopes)});
    }
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
      const {body} = await session.call(createKey, {...this.request, headers, signal: this.patience.begin()});
      announce(`The key ${isolated(body.name)} is created, with ${plural(body.scopes.length, 'scope')}.`);
      this.isDone = true;
      takeDraft(FORM);
      this.dispatchEvent(new CustomEvent('created', {detail: body}));
    } catch (failure) {
      this.failed(failure);
    }
    this.isBusy = false;
    this.patience.start(0);
    await this.updateComplete;
    focusInvalid(this.renderRoot);
    rescueFocus(this.renderRoot.querySelector('[type="submit"]'));
  }

  cancel() {
    this.isDone = true;
    this.dispatchEvent(new Event('cancel'));
  }

  /** @param {any} failure */
  failed(failure) {
    this.error = failure;
    if (isStoredRefusal(failure)) {
      this.idempotency = idempotencyKey();
    }
    if (!failure.isOutcomeKnown) {
      this.dispatchEvent(new Event('unknown'));
    }
  }

  render() {
    const lacks = missing(this.entered);
    const isUnknown = this.error?.isOutcomeKnown === false;
    const isSlow = this.isBusy && this.patience.isOver;
    return html`<form class="card stack" aria-labelledby="title" @submit=${this.create}>
      <h2 id="title">Create a key</h2>
      <div class="grid fields">
        ${field({
          name: 'name',
          label: 'Name',
          hint: 'The name in the list, such as the client that uses the key.',
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
          hint: 'The most requests at once after a pause. If empty, the number in the rate.',
          value: this.entered.burst,
          error: this.error,
          onInput: burst => this.enter({burst}),
        })}
      </div>
      <h3>Scopes</h3>
      ${renderScopes(this.entered.scopes, scopes => this.enter({scopes}))}
      ${reasonField({value: this.reason, error: this.error, onInput: reason => (this.reason = reason)})}
      <ua-problem .error=${this.error}></ua-problem>
      ${isUnknown
        ? html`<p class="note small">The new key may be in the list. Send this form again, unchanged, to see it: that creates no second one.</p>`
        : nothing}
      <div class="spread">
        ${copyAsCurl(createKey, () => this.request)}
        <div class="row">
          ${isSlow ? html`<span class="small muted" role="status">${NO_RESPONSE}</span>` : nothing}
          ${lacks.length > 0 ? html`<span class="small muted">Still needed: ${lacks.join(', ')}</span>` : nothing}
          <button type="button" ?disabled=${this.isBusy && !isSlow} @click=${isSlow ? () => this.patience.stopWaiting() : this.cancel}>
            ${isSlow ? 'Stop waiting' : 'Cancel'}
          </button>
          <button type="submit" class="primary" ?disabled=${this.isBusy || this.wait.seconds > 0 || lacks.length > 0}>
            ${this.isBusy ? 'Creating …' : 'Create the key'}
          </button>
        </div>
      </div>
    </form>`;
  }

  renderLifetime() {
    const {lifetime, expiresAt} = this.entered;
    return html`<div class="stack-close">
      ${choice({
        name: 'lifetime',
        label: 'Ends after',
        value: lifetime,
        options: optionsOf(lifetimes),
        onChange: value => this.enter({lifetime: value}),
      })}
      ${lifetime === AT_DATE
        ? timeField({
            name: 'expires_at',
            label: 'Ends at',
            seconds: expiresAt,
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
        hint: limit ? `At most yours: ${limit}.` : 'If empty, there is no limit.',
        required: Boolean(limit),
        value: this.entered.rate,
        error: this.error,
        onInput: rate => this.enter({rate}),
      })}
      ${choice({
        name: 'unit',
        label: 'Unit',
        value: this.entered.unit,
        options: optionsOf(units),
        onChange: unit => this.enter({unit}),
      })}
    </div>`;
  }
}

customElements.define('ua-key-form', KeyForm);
