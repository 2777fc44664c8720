import {LitElement, html, nothing} from 'lit';
import {guard} from 'lit/directives/guard.js';
import {isAbort} from '../api/problem.js';
import {session} from '../api/session.js';
import {shared} from '../style/shared.js';
import {focusUnlessTyping, rescueFocus} from './focus.js';
import {pagesOf, rememberPages} from './history-entry.js';
import './problem.js';
import {countOf, toggled, withPage} from './rows.js';
import {keepHeight, pick, renderCells, renderFoot, renderHead, tableStyle} from './table-parts.js';

/**
 * @template Row
 * @typedef {import('./table-parts.js').Column<Row>} Column
 */

/**
 * A table of a list of the API. It loads the first page when `load` changes, and the next pages on demand. It shows loading, empty and
 * error states. `load` gets the query string of the page's link, or null for the first page, and returns a result of `session.call`.
 *
 * With `rowKey`, a row that moves to the next page appears once. With `selectable`, too, `selection` has the selected rows. `filter` hides loaded rows; hidden rows are not selected.
 * Fires `sort` (detail: "name:1" or "name:-1"), `selection`, `loaded` (detail: all rows, none if they cannot be loaded) and `refusal`
 * (detail: the error of the last request; null when a new attempt starts).
 */
export class CursorTable extends LitElement {
  static properties = {
    caption: {},
    empty: {},
    columns: {attribute: false},
    load: {attribute: false},
    rowKey: {attribute: false},
    selectable: {type: Boolean},
    rowName: {attribute: false},
    filter: {attribute: false},
    sort: {},
    rows: {state: true},
    selected: {state: true},
    next: {state: true},
    total: {state: true},
    isLoading: {state: true},
    error: {state: true},
  };

  static styles = [shared, tableStyle];

  constructor() {
    super();
    this.caption = '';
    this.empty = 'Nothing found.';
    /** @type {Column<any>[]} */
    this.columns = [];
    /** @type {((search: string | null) => Promise<import('../api/session.js').Result>) | null} */
    this.load = null;
    /** @type {((row: any) => string) | null} */
    this.rowKey = null;
    this.selectable = false;
    /** @type {(row: any) => string} */
    this.rowName = row => this.rowKey?.(row) ?? '';
    /** @type {((row: any) => boolean) | null} */
    this.filter = null;
    this.sort = '';
    /** @type {any[]} */
    this.rows = [];
    /** @type {ReadonlySet<string>} */
    this.selected = new Set();
    /** @type {string | null} */
    this.next = null;
    /** @type {import('../api/session.js').Total | null} */
    this.total = null;
    this.isLoading = false;
    /** @type {unknown} */
    this.error = null;
    this.generation = 0;
    this.pages = 0;
    /** @type {string | null} the query string of the page that could not be loaded */
    this.failedPage = null;
    this.signedIn = () => this.error && session.owner && this.loadPage(this.failedPage);
  }

  connectedCallback() {
    super.connectedCallback();
    session.addEventListener('change', this.signedIn);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    session.removeEventListener('change', this.signedIn);
  }

  /** The rows that the filter does not hide. */
  get visible() {
    return this.filter ? this.rows.filter(this.filter) : this.rows;
  }

  /** The selected rows. */
  get selection() {
    return this.visible.filter(row => this.selected.has(this.rowKey?.(row) ?? ''));
  }

  /** Focuses the table, which may be higher than the screen: the page stays where it is. */
  focus() {
    /** @type {HTMLElement} */ (this.renderRoot.querySelector('.scroll')).focus({preventScroll: true});
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    if (changed.has('load') && this.load) {
      this.reload();
    }
    if (changed.has('filter') && this.selected.size > 0) {
      this.dispatchEvent(new Event('selection'));
    }
  }

  /**
   * Loads the rows again after an action, and focuses the table: the row with the focus may be gone.
   *
   * @param {Promise<import('./action-types.js').Outcome>} action
   */
  async reloadAfter(action) {
    if ((await action).mayHaveChanged) {
      await keepHeight(this, () => this.reload());
      focusUnlessTyping(this);
    }
  }

  /** Loads as many pages as before. */
  async reload() {
    const pages = pagesOf(this.caption);
    this.select(new Set());
    const generation = ++this.generation;
    await this.loadPage(null);
    while (generation === this.generation && this.pages < pages && this.next && !this.error) {
      await this.loadPage(this.next);
    }
  }

  /** @param {string | null} search */
  async loadPage(search) {
    const {generation, load} = this;
    this.isLoading = true;
    this.setError(null);
    try {
      const {body, next, total} = await /** @type {NonNullable<typeof load>} */ (load)(search);
      if (generation === this.generation) {
        this.pages = search === null ? 1 : this.pages + 1;
        rememberPages(this, this.caption, this.pages);
        this.show({rows: search === null ? body : withPage(this.rows, body, this.rowKey), next, total});
      }
    } catch (failure) {
      if (generation === this.generation && !isAbort(failure)) {
        this.show(search === null ? {rows: [], next: null, total: null} : this);
        this.failedPage = search;
        this.setError(failure);
      }
    }
  }

  /** @param {Pick<CursorTable, 'rows' | 'next' | 'total'>} shown */
  show({rows, next, total}) {
    Object.assign(this, {rows, next, total, isLoading: false});
    this.dispatchEvent(new CustomEvent('loaded', {detail: rows}));
  }

  /** Loads a page for a button that may go: "More" or "Try again". @param {string | null} search */
  async loadFor(search) {
    await this.loadPage(search);
    rescueFocus(this.renderRoot.querySelector('#loaded'));
  }

  /** @param {unknown} error */
  setError(error) {
    this.error = error;
    this.dispatchEvent(new CustomEvent('refusal', {detail: error}));
  }

  /** @param {ReadonlySet<string>} selected */
  select(selected) {
    this.selected = selected;
    this.updateComplete.then(() => this.dispatchEvent(new Event('selection')));
  }

  render() {
    return html`
      ${this.renderRows()}
      ${this.visible.length === 0 && !this.isLoading && !this.error
        ? html`<p class="foot muted">${this.next ? 'Nothing found yet. There is more to search.' : this.empty}</p>`
        : nothing}
      ${this.error
        ? html`<ua-problem class="foot" retryable .error=${this.error} @retry=${() => this.loadFor(this.failedPage)}></ua-problem>`
        : nothing}
      ${renderFoot({text: this.summary(), isLoading: this.isLoading, more: this.next && !this.error ? () => this.loadFor(this.next) : null})}
    `;
  }

  renderRows() {
    return html`<div class="scroll" tabindex="0" role="region" aria-label=${this.caption} aria-busy=${this.isLoading}>
      <table>
        <caption class="visually-hidden">${this.caption}</caption>
        <thead>
          <tr>
            ${this.selectable ? html`<th scope="col">${this.renderSelectAll()}</th>` : nothing}
            ${this.columns.map(column => renderHead(column, this.sort, sort => this.dispatchEvent(new CustomEvent('sort', {detail: sort}))))}
          </tr>
        </thead>
        <tbody>
          ${this.rows.map(row => this.renderRow(row))}
        </tbody>
      </table>
    </div>`;
  }

  summary() {
    const count = countOf(this.rows.length, this.total, this.next !== null);
    const match = this.filter ? `${this.visible.length.toLocaleString('en')} match; loaded: ` : '';
    return count && `${this.caption}: ${match}${count}`;
  }

  renderSelectAll() {
    const {visible, selection} = this;
    const all = visible.length > 0 && selection.length === visible.length;
    return pick({
      label: 'Select all that are shown',
      isChecked: all,
      isMixed: selection.length > 0 && !all,
      isOff: visible.length === 0,
      change: () => this.select(new Set(all ? [] : visible.map(row => this.rowKey?.(row) ?? ''))),
    });
  }

  /**
   * There may be thousands of rows, so an unchanged row is not rendered again, not even after the filter has hidden it.
   *
   * @param {any} row
   */
  renderRow(row) {
    return html`<tr ?hidden=${this.filter !== null && !this.filter(row)}>
      ${this.selectable ? html`<td>${this.renderSelect(row, this.rowKey?.(row) ?? '')}</td>` : nothing}
      ${guard([row, this.columns, session.owner], () => renderCells(row, this.columns))}
    </tr>`;
  }

  /** @param {any} row @param {string} key */
  renderSelect(row, key) {
    const change = () => this.select(toggled(this.selected, key));
    return pick({label: `Select ${this.rowName(row)}`, isChecked: this.selected.has(key), change});
  }
}

customElements.define('ua-cursor-table', CursorTable);
