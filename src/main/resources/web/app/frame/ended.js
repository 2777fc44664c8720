import {LitElement, html, nothing} from 'lit';
import {session} from '../api/session.js';
import {rescueFocus} from '../parts/focus.js';
import {unstored} from '../settings/unstored.js';
import {shared} from '../style/shared.js';
import './sign-in.js';

/**
 * The dialog that asks for another key when the tab's key has ended. The view stays open below, so that no input is lost. The dialog covers
 * a new key in the view, so it shows the key, too.
 */
class Ended extends LitElement {
  static properties = {isOpen: {state: true}};

  static styles = [shared];

  constructor() {
    super();
    this.isOpen = false;
  }

  connectedCallback() {
    super.connectedCallback();
    session.addEventListener('ended', () => this.open());
    session.addEventListener('change', () => this.close());
    unstored.addEventListener('change', () => this.requestUpdate());
  }

  get dialog() {
    return /** @type {HTMLDialogElement} */ (this.renderRoot.querySelector('dialog'));
  }

  async open() {
    this.isOpen = true;
    await this.updateComplete;
    this.dialog.showModal();
    this.focusFirst();
  }

  close() {
    this.isOpen = false;
    this.dialog.close();
  }

  /** Chrome closes a dialog at a repeated Escape key, even if `cancel` is prevented. */
  closed() {
    if (this.isOpen) {
      this.dialog.showModal();
    } else {
      rescueFocus();
    }
  }

  /** The user has stored the new key. */
  async stored() {
    unstored.stored();
    await this.updateComplete;
    this.focusFirst();
  }

  focusFirst() {
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector('.stack > *'))?.focus();
  }

  render() {
    return html`<dialog
      id="ended"
      aria-label="Sign in"
      @cancel=${(/** @type {Event} */ event) => event.preventDefault()}
      @close=${this.closed}
    >
      ${this.isOpen ? this.renderContent() : nothing}
    </dialog>`;
  }

  renderContent() {
    return html`<div class="stack">
      ${unstored.key
        ? html`<ua-new-key ended .created=${unstored.key} .owner=${session.owner} @stored=${this.stored}></ua-new-key>`
        : nothing}
      <ua-sign-in embedded></ua-sign-in>
    </div>`;
  }
}

customElements.define('ua-ended', Ended);
