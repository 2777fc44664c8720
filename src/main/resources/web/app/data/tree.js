import {LitElement, css, html, nothing} from 'lit';
import {plural} from '../parts/count.js';
import {visible} from '../parts/invisible.js';
import {shared} from '../style/shared.js';
import {format, isObject} from './json.js';

/** The number of an object's members that are shown at first, and added with each click. */
const MEMBERS = 100;

/** Objects below this depth are closed at first. */
const OPEN_DEPTH = 2;

/** A JSON value as a tree with collapsible branches. */
class JsonTree extends LitElement {
  static properties = {value: {attribute: false}, name: {}, depth: {type: Number}, shown: {state: true}, isOpen: {state: true}};

  static styles = [
    shared,
    css`
      :host {
        display: block;
        font-family: var(--font-mono);
        font-size: var(--text-small);
      }

      .members {
        padding-inline-start: var(--space-4);
        border-inline-start: 1px solid var(--color-border);
      }

      summary {
        cursor: pointer;
      }

      .name {
        color: var(--color-accent);
      }

      .leaf {
        padding-inline-start: 1.05rem;
      }

      .text {
        color: var(--color-good);
        white-space: pre-wrap;
      }

      .scalar {
        color: var(--color-warning);
      }
    `,
  ];

  constructor() {
    super();
    /** @type {any} */
    this.value = null;
    /** @type {string | undefined} */
    this.name = undefined;
    this.depth = 0;
    this.shown = MEMBERS;
    /** @type {boolean | null} */
    this.isOpen = null;
  }

  render() {
    return isObject(this.value) || Array.isArray(this.value) ? this.renderBranch() : this.renderLeaf();
  }

  renderBranch() {
    const entries = Object.entries(this.value);
    const isOpen = this.isOpen ?? this.depth < OPEN_DEPTH;
    return html`<details ?open=${isOpen} @toggle=${this.toggled}>
      <summary><span class="name value">${visible(this.name ?? 'Document')}</span> <span class="muted">${sizeOf(this.value)}</span></summary>
      ${isOpen ? this.renderMembers(entries) : nothing}
    </details>`;
  }

  /** @param {[string, any][]} entries */
  renderMembers(entries) {
    return html`<div class="members">
      ${entries
        .slice(0, this.shown)
        .map(([name, value]) => html`<ua-json-tree .name=${name} .value=${value} .depth=${this.depth + 1}></ua-json-tree>`)}
      ${entries.length > this.shown
        ? html`<button type="button" class="quiet" @click=${() => (this.shown += MEMBERS)}>
            ${(entries.length - this.shown).toLocaleString('en')} more
          </button>`
        : nothing}
    </div>`;
  }

  renderLeaf() {
    const look = typeof this.value === 'string' ? 'text' : 'scalar';
    return html`<div class="leaf">
      <span class="name value">${visible(this.name ?? '')}</span>: <span class="value ${look}">${format(this.value, 0)}</span>
    </div>`;
  }

  /** @param {Event} event */
  toggled(event) {
    this.isOpen = /** @type {HTMLDetailsElement} */ (event.target).open;
  }
}

/** @param {any} value */
function sizeOf(value) {
  return plural(Object.keys(value).length, Array.isArray(value) ? 'element' : 'member');
}

customElements.define('ua-json-tree', JsonTree);
