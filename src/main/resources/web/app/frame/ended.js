import {LitElement, html, nothing} from 'lit';
import {session} from '../api/session.js';
import {shared} from '../style/shared.js';
import './sign-in.js';

/** The dialog that asks for another key when the tab's key has ended. The view stays open below, so that no input is lost. */
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
  }

  get dialog() {
    return /** @type {HTMLDialogElement} */ (this.renderRoot.querySelector('dialog'));
  }

  async open() {
    this.isOpen = true;
    await this.updateComplete;
    this.dialog.showModal();
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector('ua-sign-in'))?.focus();
  }

  close() {
    this.isOpen = false;
    this.dialog.close();
  }

  /** Chrome closes a dialog at a repeated Escape key, even if `cancel` is prevented. */
  closed() {
    if (this.isOpen) {
      this.dialog.showModal();
    }
  }

  render() {
    return html`<dialog
      id="ended"
      aria-label="Sign in"
      @cancel=${(/** @type {Event} */ event) => event.preventDefault()}
      @close=${this.closed}
    >
      ${this.isOpen ? html`<ua-sign-in embedded></ua-sign-in>` : nothing}
    </dialog>`;
  }
}

customElements.define('ua-ended', Ended);
