import {LitElement, css, html, nothing} from 'lit';
import {session} from '../api/session.js';
import '../parts/copy.js';
import '../parts/problem.js';
import '../parts/time.js';
import {shared} from '../style/shared.js';

/**
 * Shows a new key, which cannot be shown again. `owner` is the signed-in key; with `ended`, it no longer works. Fires `stored` when the
 * user has stored the new one.
 */
class NewKey extends LitElement {
  static properties = {
    created: {attribute: false},
    owner: {attribute: false},
    ended: {type: Boolean},
    error: {state: true},
  };

  static styles = [
    shared,
    css`
      input {
        font-family: var(--font-mono);
      }
    `,
  ];

  constructor() {
    super();
    /** @type {any} */
    this.created = null;
    /** @type {typeof session.owner} */
    this.owner = null;
    this.ended = false;
    /** @type {unknown} */
    this.error = null;
  }

  firstUpdated() {
    this.focus();
  }

  focus() {
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector('h2'))?.focus();
  }

  /** Whether the new key replaces the tab's own key. */
  get isOwn() {
    return this.created.replaces?.key_id === this.owner?.key_id;
  }

  async signIn() {
    this.error = null;
    try {
      await session.signIn(this.created.key);
      await this.updateComplete;
      this.focus();
    } catch (failure) {
      this.error = failure;
    }
  }

  render() {
    const {key, name, replaces} = this.created;
    return html`<section class="card note-warning stack" aria-labelledby=${this.ended ? nothing : 'title'}>
      <h2 id="title" tabindex="-1" class="value">The new key ${name}</h2>
      <p><strong>Copy it now. It is shown only here:</strong> the service stores a digest of it. If you lose it, revoke it.</p>
      <div class="field">
        <label for="key">Key</label>
        <input id="key" readonly .value=${key} @focus=${(/** @type {any} */ event) => event.target.select()} />
      </div>
      ${replaces ? this.renderReplaced(replaces) : nothing}
      <ua-problem .error=${this.error}></ua-problem>
      <div class="row">
        <ua-copy label="Copy the key" look="primary" .text=${key}></ua-copy>
        ${this.isOwn || this.ended
          ? html`<button type="button" @click=${this.signIn}>Sign in with the new key</button>`
          : nothing}
        <button type="button" @click=${() => this.dispatchEvent(new Event('stored'))}>I have stored it</button>
      </div>
    </section>`;
  }

  /** @param {{key_id: string, expires_at?: number}} replaces */
  renderReplaced({key_id: id, expires_at: end}) {
    return html`<p>
      The old key <code class="value">${id}</code> ends
      ${end === undefined ? 'as before' : html`<ua-time seconds=${end}></ua-time>`}.
      ${this.isOwn ? 'It is the key you are signed in with.' : nothing}
    </p>`;
  }
}

customElements.define('ua-new-key', NewKey);
