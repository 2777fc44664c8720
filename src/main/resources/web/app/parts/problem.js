import {LitElement, css, html, nothing} from 'lit';
import {detailOf} from '../api/problem.js';
import {shared} from '../style/shared.js';
import './copy.js';
import {RetryWait} from './countdown.js';

/**
 * Shows a problem (RFC 9457); empty without one. With `retryable`, it has a button to retry, with `label`. If the service sent
 * Retry-After, it counts down first. Fires `retry`.
 */
class ProblemNote extends LitElement {
  static properties = {
    error: {attribute: false},
    retryable: {type: Boolean},
    label: {},
  };

  static styles = [
    shared,
    css`
      ul {
        margin: var(--space-2) 0 0;
        padding-inline-start: var(--space-5);
      }
    `,
  ];

  constructor() {
    super();
    /** @type {any} */
    this.error = null;
    this.retryable = false;
    this.label = 'Try again';
    this.wait = new RetryWait(this);
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has('error')) {
      this.hidden = !this.error;
    }
  }

  render() {
    if (!this.error) {
      return nothing;
    }
    const {seconds} = this.wait;
    const problem = this.error.problem ?? {title: 'The console failed', detail: String(this.error)};
    const detail = detailOf(problem);
    return html`<div class="note note-danger stack-close" role="alert">
      <strong class="value">${problem.title}</strong>
      ${detail ? html`<span class="value">${detail}</span>` : nothing}
      ${this.renderErrors(problem.errors ?? [])}
      ${problem.scope ? html`<span>Missing scope: <code>${problem.scope}</code></span>` : nothing}
      ${seconds > 0 ? html`<span aria-live="off">You can try again in ${seconds} s.</span>` : nothing}
      <div class="row">
        ${this.retryable
          ? html`<button type="button" ?disabled=${seconds > 0} @click=${this.retry}>${this.label}</button>`
          : nothing}
        ${problem.trace_id
          ? html`<span class="small">Trace <code>${problem.trace_id}</code></span>
              <ua-copy .text=${problem.trace_id} label="Copy trace id"></ua-copy>`
          : nothing}
      </div>
    </div>`;
  }

  /** @param {import('../api/problem.js').FieldError[]} errors */
  renderErrors(errors) {
    return errors.length === 0
      ? nothing
      : html`<ul>
          ${errors.map(error => html`<li class="value"><code>${placeOf(error)}</code> ${error.detail}</li>`)}
        </ul>`;
  }

  retry() {
    this.dispatchEvent(new Event('retry'));
  }
}

/** @param {any} error */
function placeOf(error) {
  return error.pointer ?? error.parameter ?? error.header ?? '';
}

customElements.define('ua-problem', ProblemNote);
