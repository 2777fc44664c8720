import {css, html} from 'lit';
import {View} from '../parts/view.js';
import {shared} from '../style/shared.js';
import './document.js';
import {kinds} from './kinds.js';

/** The public and the private data of a user. */
class UserData extends View {
  static styles = [
    shared,
    css`
      .documents {
        display: grid;
        grid-template-columns: repeat(2, minmax(0, 1fr));
        align-items: start;
        gap: var(--space-4);
      }

      ua-document[wide] {
        grid-column: 1 / -1;
      }

      @media (max-width: 60rem) {
        .documents {
          grid-template-columns: minmax(0, 1fr);
        }
      }
    `,
  ];

  /**
   * @param {string} kind
   * @param {string} mode
   */
  show(kind, mode) {
    this.remember('/users/:user_id/data', {...Object.fromEntries(this.query), [kind]: mode === 'tree' ? null : mode});
  }

  render() {
    return html`<div class="documents">
      ${Object.keys(kinds).map(
        kind => html`<ua-document
          kind=${kind}
          mode=${this.query.get(kind) === 'text' ? 'text' : 'tree'}
          .params=${this.params}
          @mode=${(/** @type {CustomEvent<string>} */ event) => this.show(kind, event.detail)}
        ></ua-document>`,
      )}
    </div>`;
  }
}

customElements.define('ua-user-data', UserData);
