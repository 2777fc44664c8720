import {LitElement, css, html} from 'lit';
import {revokeSessions} from '../api/operations.js';
import {actionButton} from '../parts/action.js';
import {choice, field} from '../parts/field.js';
import {focusInvalid} from '../parts/focus.js';
import '../parts/problem.js';
import {shared} from '../style/shared.js';
import {selectorOf, selectors} from './selector.js';

/**
 * Selects sessions by client or network. `suggestions` has the values of the loaded sessions; `error` is about the value. Fires `revoke`
 * (detail: the selector).
 */
class RevokeForm extends LitElement {
  static properties = {suggestions: {attribute: false}, error: {attribute: false}, kind: {state: true}, text: {state: true}};

  static styles = [
    shared,
    css`
      .grid {
        --columns: auto-fit;
        --least-width: 10rem;
      }
    `,
  ];

  constructor() {
    super();
    /** @type {Record<string, string[]>} */
    this.suggestions = {};
    /** @type {unknown} */
    this.error = null;
    this.kind = Object.keys(selectors)[0];
    this.text = '';
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    if (changed.has('error')) {
      focusInvalid(this.renderRoot);
    }
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
      <div class="grid">${this.renderKind()} ${this.renderValue()}</div>
      <div class="row">
        ${actionButton(revokeSessions, 'Revoke matching …', () => {}, {look: 'danger', type: 'submit'})}
        ${actionButton(revokeSessions, 'Revoke all …', () => this.fire(selectorOf(null, '')), {look: 'danger'})}
      </div>
      <ua-problem .error=${this.error}></ua-problem>
    </form>`;
  }

  renderKind() {
    return choice({
      name: 'kind',
      label: 'Select by',
      value: this.kind,
      options: Object.entries(selectors).map(([value, {label}]) => ({value, label})),
      onChange: kind => (this.kind = kind),
    });
  }

  renderValue() {
    return field({
      name: 'value',
      label: 'Value',
      value: this.text,
      required: true,
      pointer: this.kind,
      error: this.error,
      placeholder: selectors[this.kind].example,
      suggestions: (this.suggestions[this.kind] ?? []).map(value => ({value, label: ''})),
      onInput: text => (this.text = text),
    });
  }
}

customElements.define('ua-revoke-form', RevokeForm);
