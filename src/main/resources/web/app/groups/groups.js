import {html} from 'lit';
import {listGroups, putGroup} from '../api/operations.js';
import {goOn, linkTo} from '../frame/router.js';
import {actionButton} from '../parts/action.js';
import {copyAsCurl} from '../parts/curl.js';
import '../parts/cursor-table.js';
import {nameOf} from '../parts/invisible.js';
import {View, ifAllowed} from '../parts/view.js';
import {createGroup} from './edit.js';

const PAGE_SIZE = 50;

/** The groups of the tenant. */
class Groups extends View {
  static properties = {...View.properties, load: {state: true}};

  constructor() {
    super();
    /** @type {((search: string | null) => Promise<any>) | null} */
    this.load = null;
  }

  get listQuery() {
    return {size: PAGE_SIZE, sort: this.query.get('sort')};
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has('query')) {
      this.reload();
    }
  }

  /** A new function makes the table load the first page. */
  reload() {
    const query = this.listQuery;
    this.load = search => this.call(listGroups, {query, search});
  }

  async create() {
    const {result, mayHaveChanged} = await createGroup();
    if (result) {
      goOn(this, linkTo('/groups/:group_id', result.body));
    } else if (mayHaveChanged) {
      this.reload();
    }
  }

  render() {
    return html`<div class="stack">
      <div class="spread">
        <h1>Groups</h1>
        <div class="row">
          ${copyAsCurl(listGroups, () => ({query: this.listQuery}))}
          ${actionButton(putGroup, 'Create a group', () => this.create(), {look: 'primary'})}
        </div>
      </div>
      ${ifAllowed(listGroups, () => this.renderList())}
    </div>`;
  }

  renderList() {
    return html`<section class="card">
      <ua-cursor-table
        caption="Groups"
        empty="No groups yet."
        .columns=${columns}
        .load=${this.load}
        .sort=${this.query.get('sort') ?? 'group_id:1'}
        @sort=${(/** @type {CustomEvent<string>} */ event) => this.remember('/groups', {sort: event.detail})}
      ></ua-cursor-table>
    </section>`;
  }
}

/** @type {import('../parts/cursor-table.js').Column<any>[]} */
const columns = [
  {
    label: 'Name',
    sort: 'name',
    render: group => html`<a class="value" href=${linkTo('/groups/:group_id', group)}>${nameOf(group.name, group.group_id)}</a>`,
  },
  {label: 'Id', sort: 'group_id', render: group => html`<span class="mono value">${group.group_id}</span>`},
  {label: 'Description', render: group => html`<span class="value">${group.description ?? '–'}</span>`},
];

customElements.define('ua-groups', Groups);
