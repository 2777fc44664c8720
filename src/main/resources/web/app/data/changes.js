import {LitElement, css, html, nothing} from 'lit';
import {visible} from '../parts/invisible.js';
import {shared} from '../style/shared.js';
import {format} from './json.js';

/** The changes of a document, as a diff. */
class Changes extends LitElement {
  static properties = {changes: {attribute: false}};

  static styles = [
    shared,
    css`
      pre {
        padding: 0 var(--space-2);
      }

      del,
      ins {
        display: block;
        text-decoration: none;
      }

      del {
        background: var(--color-danger-soft);
      }

      ins {
        background: var(--color-good-soft);
      }

      .diff {
        max-height: 20rem;
        overflow: auto;
      }
    `,
  ];

  constructor() {
    super();
    /** @type {import('./merge-patch.js').Change[]} */
    this.changes = [];
  }

  render() {
    return html`<div class="diff" tabindex="0" role="region" aria-label="Changes">
      <ul class="plain stack-close">
        ${this.changes.map(
          change => html`<li>
            <code class="value">${visible(change.pointer)}</code> <span class="muted small">${change.kind}</span>
            ${change.kind === 'added' ? nothing : html`<del>${lines('-', change.before)}</del>`}
            ${change.kind === 'removed' ? nothing : html`<ins>${lines('+', change.after)}</ins>`}
          </li>`,
        )}
      </ul>
    </div>`;
  }
}

/**
 * @param {string} sign
 * @param {unknown} value
 */
function lines(sign, value) {
  return html`<pre>${format(value).replaceAll(/^/gm, `${sign} `)}</pre>`;
}

customElements.define('ua-changes', Changes);
