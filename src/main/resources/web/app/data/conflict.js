import {LitElement, css, html, nothing} from 'lit';
import {focusUnlessTyping} from '../parts/focus.js';
import {visible} from '../parts/invisible.js';
import {shared} from '../style/shared.js';
import {contested, editOf} from './draft.js';
import {format} from './json.js';

/** Shows mine, base and theirs after a conflict. Fires `theirs` and `mine`. */
class Conflict extends LitElement {
  static properties = {draft: {attribute: false}, theirs: {attribute: false}};

  static styles = [
    shared,
    css`
      .grid {
        --columns: auto-fit;
        --least-width: 16rem;
      }

      .block {
        max-height: 20rem;
        overflow: auto;
        background: var(--color-surface);
        border: 1px solid var(--color-border);
      }
    `,
  ];

  constructor() {
    super();
    /** @type {import('./draft.js').Draft | null} */
    this.draft = null;
    /** @type {import('./draft.js').Version | null} */
    this.theirs = null;
  }

  firstUpdated() {
    focusUnlessTyping(this.renderRoot.querySelector('h3'));
  }

  render() {
    const {draft, theirs} = this;
    if (!draft || !theirs) {
      return nothing;
    }
    return html`<section class="note note-warning stack" aria-labelledby="title">
      <h3 id="title" tabindex="-1">Somebody changed the document after you loaded it</h3>
      <p>Nothing was sent. ${this.renderContested(contested(draft, theirs))}</p>
      <div class="grid">
        ${this.renderVersion('Mine', format(editOf(draft).value))} ${this.renderVersion('Base: what I loaded', format(draft.base.value))}
        ${this.renderVersion('Theirs: what is stored now', format(theirs.value))}
      </div>
      <div class="row">
        <button type="button" class="primary" @click=${() => this.dispatchEvent(new Event('mine'))}>
          Apply mine on top of theirs
        </button>
        <button type="button" @click=${() => this.dispatchEvent(new Event('theirs'))}>Take theirs</button>
      </div>
    </section>`;
  }

  /** @param {string[]} pointers */
  renderContested(pointers) {
    return pointers.length === 0
      ? 'You and they changed different members.'
      : html`Both of you changed ${pointers.map((pointer, index) => html`${index ? ', ' : ''}<code class="value">${visible(pointer)}</code>`)}.
          Applied on top, your values win there.`;
  }

  /**
   * @param {string} title
   * @param {string} text
   */
  renderVersion(title, text) {
    return html`<div class="stack-close">
      <strong class="small">${title}</strong>
      <pre class="block" tabindex="0" role="region" aria-label=${title}>${text}</pre>
    </div>`;
  }
}

customElements.define('ua-conflict', Conflict);
