import {LitElement, html} from 'lit';
import {ProblemError} from '../api/problem.js';
import {shared} from '../style/shared.js';
import {announce} from './announce.js';

/** A button that copies `text`, which may be a function. `look` is its CSS class. */
class CopyButton extends LitElement {
  static properties = {text: {attribute: false}, label: {}, look: {}};

  static styles = [shared];

  constructor() {
    super();
    /** @type {string | (() => string)} */
    this.text = '';
    this.label = 'Copy';
    this.look = 'quiet';
  }

  render() {
    return html`<button type="button" class=${this.look} @click=${this.copy}>${this.label}</button>`;
  }

  async copy() {
    try {
      await write(typeof this.text === 'function' ? this.text() : this.text);
      announce('Copied.');
    } catch (failure) {
      announce(
        failure instanceof ProblemError
          ? `Not copied. ${failure.message}.`
          : 'The browser does not allow copying. Select the text instead.',
      );
    }
  }
}

/**
 * Writes to the clipboard. Without HTTPS, browsers have no `navigator.clipboard`, and a curl command is nowhere to select.
 *
 * @param {string} text
 */
async function write(text) {
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(text);
    return;
  }
  const give = (/** @type {ClipboardEvent} */ event) => {
    event.preventDefault();
    event.clipboardData?.setData('text/plain', text);
  };
  addEventListener('copy', give);
  const isCopied = document.execCommand('copy');
  removeEventListener('copy', give);
  if (!isCopied) {
    throw new Error('The browser refused it.');
  }
}

customElements.define('ua-copy', CopyButton);
