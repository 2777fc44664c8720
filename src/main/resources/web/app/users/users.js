import {css, html, nothing} from 'lit';
import {getUser, listGroups, listUsers} from '../api/operations.js';
import {fieldProblem, isAbort} from '../api/problem.js';
import {BASIC} from '../api/requests.js';
import {session} from '../api/session.js';
import {goTo, linkTo} from '../frame/router.js';
import {copyAsCurl} from '../parts/curl.js';
import '../parts/cursor-table.js';
import {choice, field} from '../parts/field.js';
import {trimmed} from '../parts/invisible.js';
import '../parts/problem.js';
import {View, ifAllowed} from '../parts/view.js';
import {shared} from '../style/shared.js';
import {DEFAULT_SORT, columns, userIdOf} from './columns.js';
import {criteria, groupOptions, isFiltered, listQuery} from './search.js';

const PAGE_SIZE = 50;
const MOST_GROUPS = 100;

/** Finds users by an identifier, and lists users. */
class Users extends View {
  static properties = {
    ...View.properties,
    kind: {state: true},
    text: {state: true},
    error: {state: true},
    isSearching: {state: true},
    refusal: {state: true},
    load: {state: true},
    groups: {state: true},
    hasMoreGroups: {state: true},
    groupsError: {state: true},
  };

  static styles = [
    shared,
    css`
      .oneline {
        grid-template-columns: minmax(8rem, 14rem) minmax(0, 1fr) auto;
      }

      .group {
        width: min(18rem, 100%);
      }
    `,
  ];

  constructor() {
    super();
    this.kind = 'user_id';
    this.text = '';
    /** The typed text, to search for if nobody has it without the spaces around it; empty if there is no such text. */
    this.exact = '';
    /** @type {unknown} the error of the search */
    this.error = null;
    this.isSearching = false;
    /** @type {unknown} the error of the list */
    this.refusal = null;
    /** @type {((search: string | null) => Promise<any>) | null} */
    this.load = null;
    /** @type {any[]} */
    this.groups = [];
    this.hasMoreGroups = false;
    /** @type {unknown} */
    this.groupsError = null;
    this.lookUp = new AbortController();
  }

  connectedCallback() {
    super.connectedCallback();
    this.loadGroups();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.lookUp.abort();
  }

  ownerChanged() {
    super.ownerChanged();
    this.loadGroups();
  }

  /** The groups are only for the filter. The list does not wait for them. */
  async loadGroups() {
    this.groupsError = null;
    try {
      const result = session.allows(listGroups) ? await this.call(listGroups, {query: {size: MOST_GROUPS}}) : null;
      this.groups = result?.body ?? [];
      this.hasMoreGroups = Boolean(result?.next);
    } catch (failure) {
      this.groupsError = isAbort(failure) ? null : failure;
    }
  }

  get request() {
    return {...BASIC, size: PAGE_SIZE, ...listQuery(this.query)};
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has('query')) {
      this.endLookUp();
      if (this.kinds.some(kind => this.isNew(changed, kind))) {
        this.kind = this.kinds.find(kind => this.query.has(kind)) ?? this.kind;
        this.text = this.query.get(this.kind) ?? '';
      }
      const query = this.request;
      this.load = search => this.find({query, search});
    }
  }

  /** @param {import('../api/requests.js').Arguments} args */
  async find(args) {
    const result = await this.call(listUsers, args);
    if (result.body.length === 0 && this.exact !== '' && trimmed(this.exact) === this.query.get(this.kind)) {
      this.remember('/users', {[this.kind]: this.exact, sort: this.query.get('sort')});
    }
    return result;
  }

  /** What the key may search by. Without users:read, the views of a user work as far as the other scopes allow. */
  get kinds() {
    return session.allows(listUsers) ? Object.keys(criteria) : ['user_id'];
  }

  /** @param {SubmitEvent} event */
  async search(event) {
    event.preventDefault();
    this.endLookUp();
    const text = trimmed(this.text);
    if (this.kind !== 'user_id' || text === '') {
      this.exact = criteria[this.kind].anyText && text !== this.text ? this.text : '';
      this.remember('/users', text === '' ? {} : {[this.kind]: text, sort: this.query.get('sort')});
      return;
    }
    const {signal} = this.lookUp;
    this.isSearching = true;
    try {
      if (session.allows(getUser)) {
        await this.call(getUser, {path: {user_id: text}, query: BASIC, signal});
      }
      goTo(linkTo('/users/:user_id', {user_id: text}));
    } catch (failure) {
      if (!signal.aborted) {
        this.endLookUp(fieldProblem(failure, 'user-not-found', 'user_id'));
      }
    }
  }

  /** Who types on would lose the field if the response opened a user. */
  type(/** @type {string} */ text) {
    this.text = text;
    if (this.isSearching) {
      this.endLookUp();
    }
  }

  /** Ends the look-up of a user id, whose response could come after that to a newer search. */
  endLookUp(/** @type {unknown} */ error = null) {
    this.lookUp.abort();
    this.lookUp = new AbortController();
    Object.assign(this, {error, isSearching: false});
  }

  /** @param {string} group */
  filterByGroup(group) {
    this.remember('/users', {group_id: group, sort: this.query.get('sort')});
  }

  /** @param {CustomEvent<string>} event */
  sort(event) {
    this.remember('/users', {...Object.fromEntries(this.query), sort: event.detail});
  }

  render() {
    return html`<div class="stack">
      <h1>Users</h1>
      ${this.renderSearch()} ${ifAllowed(listUsers, () => this.renderList())}
    </div>`;
  }

  renderSearch() {
    return html`<form class="card oneline" role="search" aria-busy=${this.isSearching} @submit=${this.search}>
        ${choice({
          name: 'kind',
          label: 'Find by',
          value: this.kind,
          options: this.kinds.map(value => ({value, label: criteria[value].label})),
          onChange: kind => (this.kind = kind),
        })}
        ${field({
          name: 'text',
          label: 'Exact value',
          type: 'search',
          value: this.text,
          placeholder: criteria[this.kind].example,
          pointer: criteria[this.kind].parameter ?? this.kind,
          error: this.error ?? this.refusal,
          onInput: text => this.type(text),
        })}
        <button type="submit" class="primary">Find</button>
      </form>
      <ua-problem .error=${this.error}></ua-problem>`;
  }

  renderList() {
    return html`<section class="card">
      <div class="spread tools">
        <div class="group">${this.groups.length > 0 || this.query.has('group_id') ? this.renderGroups() : nothing}</div>
        ${copyAsCurl(listUsers, () => ({query: this.request}))}
      </div>
      <ua-problem retryable .error=${this.groupsError} @retry=${this.loadGroups}></ua-problem>
      <ua-cursor-table
        caption="Users"
        empty=${isFiltered(this.query) ? 'No user matches.' : 'The tenant has no users yet.'}
        .columns=${columns}
        .rowKey=${userIdOf}
        .load=${this.load}
        .sort=${this.query.get('sort') ?? DEFAULT_SORT}
        @sort=${this.sort}
        @refusal=${(/** @type {CustomEvent} */ event) => (this.refusal = event.detail)}
      ></ua-cursor-table>
    </section>`;
  }

  renderGroups() {
    const chosen = this.query.get('group_id') ?? '';
    return choice({
      name: 'group',
      label: 'Group',
      value: chosen,
      options: groupOptions(this.groups, chosen),
      hint: this.hasMoreGroups ? `The first ${MOST_GROUPS} groups. The view Groups has all, with their members.` : '',
      onChange: group => this.filterByGroup(group),
    });
  }
}

customElements.define('ua-users', Users);
