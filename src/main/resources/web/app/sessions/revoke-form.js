import {LitElement, css, html} from 'lit';
import {revokeSessions} from '../api/operations.js';
import {session} from '../api/session.js';
import {lacking} from '../parts/view.js';
import {shared} from '../style/shared.js';
import {selectorOf, selectors} from './selector.js';

/** Chooses sessions by client or network. `suggestions` has the values of the loaded sessions. Fires `revoke` (detail: the selector). */
class RevokeForm extends LitElement {
  static properties = {suggestions: {attribute: false}, kind: {state: true}, text: {state: true}};

  static styles = [
    shared,
    css`
      .fields {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(10rem, 100%), 1fr));
        gap: var(--space-3);
      }
    `,
  ];

  constructor() {
    super();
    /** @type {Record<string, string[]>} */
    this.suggestions = {};
    this.kind = Object.keys(selectors)[0];
    this.text = '';
  }

  /** @param {SubmitEvent} event */
  submit(event) {
    event.preventDefault();
    this.fire(selectorOf(this.kind, this.text));
  }

  /** @param {Record<string, string>} detail */
  fire(detail) {
    this.dispatchEvent(new CustomEvent('revoke', {detail}));
  }

  render() {
    return html`<form class="card stack-close" aria-labelledby="title" @submit=${this.submit}>
      <h2 id="title">Revoke many</h2>
      <div class="fields">${this.renderKind()} ${this.renderValue()}</div>
      <div class="row">
        ${this.renderButton('submit', 'Revoke matching …', () => {})}
        ${this.renderButton('button', 'Revoke all …', () => this.fire(selectorOf(null, '')))}
      </div>
    </form>`;
  }

  renderKind() {
    return html`<div class="field">
      <label for="kind">Select by</label>
      <select id="kind" @change=${(/** @type {any} */ event) => (this.kind = event.target.value)}>
        ${Object.entries(selectors).map(
          ([kind, {label}]) => html`<option value=${kind} ?selected=${kind === this.kind}>${label}</option>`,
        )}
      </select>
    </div>`;
  }

  renderValue() {
    return html`<div class="field">
      <label for="value">Value</label>
      <input
        id="value"
        list="values"
        required
        autocomplete="off"
        spellcheck="false"
        placeholder=${selectors[this.kind].example}
        .value=${this.text}
        @input=${(/** @type {any} */ event) => (this.text = event.target.value)}
      />
      <datalist id="values">
        ${(this.suggestions[this.kind] ?? []).map(value => html`<option value=${value}></option>`)}
      </datalist>
    </div>`;
  }

  /**
   * @param {'submit' | 'button'} type
   * @param {string} label
   * @param {() => void} onClick
   */
  renderButton(type, label, onClick) {
    return html`<button
      type=${type}
      class="danger"
      title=${lacking(revokeSessions)}
      ?disabled=${!session.allows(revokeSessions)}
      @click=${onClick}
    >
      ${label}
    </button>`;
  }
}

customElements.define('ua-revoke-form', RevokeForm);
