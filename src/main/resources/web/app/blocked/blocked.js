import {html, nothing} from 'lit';
import {listBlockedIps, unblockIp} from '../api/operations.js';
import {session} from '../api/session.js';
import {actionButton} from '../parts/action.js';
import {copyAsCurl} from '../parts/curl.js';
import '../parts/cursor-table.js';
import {field} from '../parts/field.js';
import {focusInvalid} from '../parts/focus.js';
import {trimmed} from '../parts/invisible.js';
import '../parts/problem.js';
import {View, ifAllowed} from '../parts/view.js';
import {shared} from '../style/shared.js';
import {columns} from './columns.js';
import {NETWORK, unblockAll, unblockNetwork, unblockOne} from './unblocking.js';

const PATH = '/users/:user_id/blocked';
const PAGE_SIZE = 100;
const DEFAULT_SORT = 'last_login_attempt:-1';

/** The blocked IP addresses of a user. */
class UserBlocked extends View {
  static properties = {
    ...View.properties,
    load: {state: true},
    columns: {state: true},
    address: {state: true},
    error: {state: true},
    refusal: {state: true},
    network: {state: true},
  };

  static styles = [shared];

  constructor() {
    super();
    /** @type {((search: string | null) => Promise<any>) | null} */
    this.load = null;
    this.columns = this.columnsFor([]);
    this.address = '';
    this.network = '';
    /** @type {unknown} the error of the filter */
    this.error = null;
    /** @type {unknown} the error of the form to unblock */
    this.refusal = null;
  }

  get userId() {
    return this.params.user_id;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (this.isNew(changed, 'filter')) {
      this.address = this.query.get('filter') ?? '';
    }
    if (changed.has('query') || changed.has('params')) {
      this.load = search => this.call(listBlockedIps, {...this.listArguments(), search});
    }
  }

  listArguments() {
    const {query} = this;
    return {
      path: {user_id: this.userId},
      query: {size: PAGE_SIZE, filter: query.get('filter'), sort: query.get('sort')},
    };
  }

  /** @param {any[]} rows */
  columnsFor(rows) {
    const most = Math.max(0, ...rows.map(blocked => blocked.failure_count));
    return columns(most, blocked => this.reloadAfter(unblockOne(this.userId, blocked)));
  }

  /** @param {Record<string, string | null>} query */
  change(query) {
    this.remember(PATH, {...Object.fromEntries(this.query), ...query});
  }

  /** @param {SubmitEvent} event */
  filter(event) {
    event.preventDefault();
    this.change({filter: trimmed(this.address)});
  }

  /** @param {SubmitEvent} event */
  async unblock(event) {
    event.preventDefault();
    this.refusal = null;
    try {
      await this.reloadAfter(unblockNetwork(this.userId, trimmed(this.network)));
    } catch (failure) {
      this.refusal = failure;
      this.table?.reload();
      await this.updateComplete;
      focusInvalid(this.renderRoot);
    }
  }

  render() {
    return html`<div class="card stack-close">
      ${this.renderTools()}
      <ua-problem .error=${this.refusal}></ua-problem>
      ${ifAllowed(listBlockedIps, () => this.renderTable())}
    </div>`;
  }

  renderTools() {
    return html`<div class="spread tools">
      ${session.allows(listBlockedIps) ? this.renderFilter() : nothing}
      <form class="oneline" @submit=${this.unblock}>
        ${field({
          name: 'network',
          label: 'Unblock a network',
          placeholder: '203.0.113.0/24',
          value: this.network,
          required: true,
          pointer: NETWORK,
          error: this.refusal,
          onInput: value => (this.network = value),
        })}
        ${actionButton(unblockIp, 'Unblock …', () => {}, {look: 'danger', type: 'submit'})}
      </form>
      <div class="row">
        ${actionButton(unblockIp, 'Unblock all …', () => this.reloadAfter(unblockAll(this.userId)), {look: 'danger'})}
        ${copyAsCurl(listBlockedIps, () => this.listArguments())}
      </div>
    </div>`;
  }

  renderFilter() {
    return html`<form class="oneline" role="search" @submit=${this.filter}>
      ${field({
        name: 'filter',
        label: 'Only this address',
        type: 'search',
        value: this.address,
        error: this.error,
        onInput: value => (this.address = value),
      })}
      <button type="submit">Filter</button>
    </form>`;
  }

  renderTable() {
    return html`<ua-cursor-table
      caption="Blocked addresses"
      empty=${this.query.get('filter') ? 'This address is not blocked.' : 'No address is blocked.'}
      .columns=${this.columns}
      .rowKey=${(/** @type {any} */ {ip}) => ip}
      .load=${this.load}
      .sort=${this.query.get('sort') ?? DEFAULT_SORT}
      @sort=${(/** @type {CustomEvent} */ event) => this.change({sort: event.detail})}
      @refusal=${(/** @type {CustomEvent} */ event) => (this.error = event.detail)}
      @loaded=${(/** @type {CustomEvent} */ event) => (this.columns = this.columnsFor(event.detail))}
    ></ua-cursor-table>`;
  }
}

customElements.define('ua-user-blocked', UserBlocked);
