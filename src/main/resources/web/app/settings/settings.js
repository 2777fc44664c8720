import {html, nothing} from 'lit';
import {createKey, listKeys, revokeKey, rotateKey} from '../api/operations.js';
import {session} from '../api/session.js';
import {actionButton} from '../parts/action.js';
import {copyAsCurl} from '../parts/curl.js';
import '../parts/cursor-table.js';
import {nameOf} from '../parts/invisible.js';
import '../parts/time.js';
import {View, ifAllowed} from '../parts/view.js';
import {shared} from '../style/shared.js';
import {revoke, rotate} from './key-actions.js';
import './key-form.js';
import './new-key.js';
import './own-key.js';
import {EVERYTHING} from './scopes.js';
import {unstored} from './unstored.js';

const PAGE_SIZE = 50;

/** The signed-in key, and the API keys of the tenant. */
class Settings extends View {
  static properties = {
    ...View.properties,
    load: {state: true},
    isCreating: {state: true},
  };

  static styles = [shared];

  constructor() {
    super();
    /** @type {((search: string | null) => Promise<any>) | null} */
    this.load = null;
    this.isCreating = false;
    this.signOuts = unstored.signOuts;
  }

  connectedCallback() {
    super.connectedCallback();
    unstored.addEventListener('change', () => this.newKeyChanged(), {signal: this.lifetime.signal});
  }

  newKeyChanged() {
    this.requestUpdate();
    if (unstored.key) {
      this.isCreating = false;
      this.reload();
    }
  }

  ownerChanged() {
    super.ownerChanged();
    this.reload();
  }

  get listQuery() {
    return {size: PAGE_SIZE, sort: this.query.get('sort')};
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has('query')) {
      const query = this.listQuery;
      this.load = search => this.call(listKeys, {query, search});
    }
  }

  /** @param {any} key a new key, whose response may come after the view was left and the user has signed out */
  show(key) {
    if (this.signOuts === unstored.signOuts) {
      unstored.add(key);
    }
  }

  reload() {
    this.table?.reload();
  }

  /** @param {any} key */
  async rotate(key) {
    const outcome = rotate(key);
    const {result} = await outcome;
    if (result) {
      this.show(result.body);
    } else {
      await this.reloadAfter(outcome);
    }
  }

  /** @param {any} key */
  revoke(key) {
    return this.reloadAfter(revoke(key));
  }

  stored() {
    unstored.stored();
    return this.close();
  }

  /** Focuses the table's title after the form or the new key is closed. */
  async close() {
    this.isCreating = false;
    await this.updateComplete;
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector('#keys'))?.focus();
  }

  render() {
    return html`<div class="stack">
      <h1>Tenant settings</h1>
      <ua-own-key></ua-own-key>
      ${unstored.key
        ? html`<ua-new-key .created=${unstored.key} .owner=${session.owner} @stored=${this.stored}></ua-new-key>`
        : nothing}
      ${this.isCreating
        ? html`<ua-key-form
            @created=${(/** @type {CustomEvent} */ event) => this.show(event.detail)}
            @cancel=${this.close}
            @unknown=${this.reload}
          ></ua-key-form>`
        : nothing}
      <section class="card stack" aria-labelledby="keys">
        <div class="spread">
          <h2 id="keys" tabindex="-1">API keys</h2>
          <div class="row">
            ${copyAsCurl(listKeys, () => ({query: this.listQuery}))}
            ${actionButton(createKey, 'Create a key', () => (this.isCreating = true), {
              look: 'primary',
              isOff: this.isCreating || unstored.key !== null,
            })}
          </div>
        </div>
        ${ifAllowed(listKeys, () => this.renderKeys())}
      </section>
    </div>`;
  }

  renderKeys() {
    return html`<ua-cursor-table
      caption="Keys of the tenant"
      empty="The tenant has no keys."
      .columns=${[...columns, {label: 'Actions', isFixed: true, render: (/** @type {any} */ key) => this.renderActions(key)}]}
      .load=${this.load}
      .sort=${this.query.get('sort') ?? 'created_at:-1'}
      @sort=${(/** @type {CustomEvent} */ event) => this.remember('/settings', {sort: event.detail})}
    ></ua-cursor-table>`;
  }

  /** @param {any} key */
  renderActions(key) {
    return key.state === 'active'
      ? html`<div class="row">
          ${actionButton(rotateKey, 'Rotate', () => this.rotate(key), {about: nameOf(key.name, key.key_id), isOff: unstored.key !== null})}
          ${actionButton(revokeKey, 'Revoke', () => this.revoke(key), {about: nameOf(key.name, key.key_id), look: 'danger'})}
        </div>`
      : nothing;
  }
}

/** @type {Readonly<Record<string, string>>} */
const looks = {active: 'badge badge-good', expired: 'badge badge-warning', revoked: 'badge badge-danger'};

/** @type {import('../parts/cursor-table.js').Column<any>[]} */
const columns = [
  {
    label: 'Name',
    sort: 'name',
    render: key => html`<span class="value">${nameOf(key.name, key.key_id)}</span>
      ${key.key_id === session.owner?.key_id ? html`<span class="badge">yours</span>` : nothing}
      <div class="mono small muted value">${key.key_id}</div>`,
  },
  {label: 'State', render: key => html`<span class=${looks[key.state] ?? 'badge'}>${key.state}</span>`},
  {label: 'Scopes', render: key => renderScopes(key.scopes)},
  {label: 'Rate', render: key => html`<span class="value">${key.rate ? `${key.rate}, burst ${key.burst}` : 'any'}</span>`},
  {label: 'Last used', render: key => html`<ua-time seconds=${key.last_used_at ?? nothing}></ua-time>`},
  {label: 'Ends', render: key => html`<ua-time seconds=${key.revoked_at ?? key.expires_at ?? nothing}></ua-time>`},
  {label: 'Created', sort: 'created_at', render: key => html`<ua-time seconds=${key.created_at}></ua-time>`},
];

/** @param {string[]} scopes */
function renderScopes(scopes) {
  const list = html`<code class="small value">${scopes.join(', ')}</code>`;
  if (scopes.includes(EVERYTHING)) {
    return 'everything';
  }
  return scopes.length <= 2 ? list : html`<details><summary>${scopes.length} scopes</summary>${list}</details>`;
}

customElements.define('ua-settings', Settings);
