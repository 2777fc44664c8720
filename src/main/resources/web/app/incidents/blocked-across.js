import {html} from 'lit';
import {listBlockedIpsAcrossTenant} from '../api/operations.js';
import {linkTo} from '../frame/router.js';
import {copyAsCurl} from '../parts/curl.js';
import '../parts/cursor-table.js';
import '../parts/time.js';
import {View, ifAllowed} from '../parts/view.js';

const PAGE_SIZE = 25;

/** The users who are blocked from an address or a network. Without one, all blocked users. */
class BlockedAcross extends View {
  static properties = {...View.properties, address: {}, load: {state: true}};

  constructor() {
    super();
    this.address = '';
    /** @type {((search: string | null) => Promise<any>) | null} */
    this.load = null;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has('address')) {
      const query = this.listQuery;
      this.load = search => this.call(listBlockedIpsAcrossTenant, {query, search});
    }
  }

  get listQuery() {
    return {ip_address: this.address, size: PAGE_SIZE};
  }

  /** Loads the list again after an action. */
  reload() {
    this.table?.reload();
  }

  render() {
    return html`<section class="card stack" aria-labelledby="title">
      <div class="spread">
        <h2 id="title" class="value">Who is blocked${this.address ? ` from ${this.address}` : ''}</h2>
        ${copyAsCurl(listBlockedIpsAcrossTenant, () => ({query: this.listQuery}))}
      </div>
      ${ifAllowed(
        listBlockedIpsAcrossTenant,
        () => html`<ua-cursor-table
          caption="Blocked addresses across the tenant"
          empty="Nobody is blocked."
          .columns=${columns}
          .rowKey=${(/** @type {any} */ row) => `${row.ip} ${row.user_id}`}
          .load=${this.load}
        ></ua-cursor-table>`,
      )}
    </section>`;
  }
}

/** @type {import('../parts/cursor-table.js').Column<any>[]} */
const columns = [
  {label: 'Address', render: row => html`<code class="value">${row.ip}</code>`},
  {
    label: 'User',
    render: row =>
      html`<a class="value" href=${linkTo('/users/:user_id/blocked', {user_id: row.user_id})}>${row.user_id}</a>`,
  },
  {label: 'Failures', number: true, render: row => row.failure_count.toLocaleString('en')},
  {label: 'Last attempt', render: row => html`<ua-time seconds=${row.last_login_attempt}></ua-time>`},
  {label: 'Blocked until', render: row => html`<ua-time seconds=${row.block_until}></ua-time>`},
];

customElements.define('ua-blocked-across', BlockedAcross);
