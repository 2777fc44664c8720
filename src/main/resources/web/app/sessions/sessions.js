import {css, html, nothing} from 'lit';
import {listSessions, revokeSession} from '../api/operations.js';
import {session as own} from '../api/session.js';
import {actionButton} from '../parts/action.js';
import {copyAsCurl} from '../parts/curl.js';
import '../parts/cursor-table.js';
import {field} from '../parts/field.js';
import {trimmed} from '../parts/invisible.js';
import {countOf} from '../parts/rows.js';
import {View, ifAllowed} from '../parts/view.js';
import {shared} from '../style/shared.js';
import {columns, emptyText} from './columns.js';
import './map.js';
import {coordinatesOf, placeWith, placesOf} from './places.js';
import {project} from './projection.js';
import './revoke-form.js';
import {revokeEach, revokeMatching, revokeOne, revokeOthers} from './revocation.js';
import {suggestions} from './selector.js';
import {sessionName} from './session-name.js';

/** @typedef {import('../parts/cursor-table.js').CursorTable} Table */

const PATH = '/users/:user_id/sessions';
const PAGE_SIZE = 100;
/** The minimum distance of circles, so that they do not cover each other. */
const NEAR = 22;
const DEFAULT_SORT = 'last_updated:-1';

/** The active sessions of a user: a map, a table, and revocation. */
class UserSessions extends View {
  static properties = {
    ...View.properties,
    load: {state: true},
    sessions: {state: true},
    counted: {state: true},
    selection: {state: true},
    client: {state: true},
    error: {state: true},
    refusal: {state: true},
  };

  static styles = [
    shared,
    css`
      .beside {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        align-items: start;
        gap: var(--space-4);
      }

      @media (min-width: 75rem) {
        .beside {
          grid-template-columns: minmax(22rem, 4fr) minmax(0, 10fr);
        }

        .map {
          position: sticky;
          inset-block-start: var(--space-4);
        }
      }
    `,
  ];

  constructor() {
    super();
    /** @type {((search: string | null) => Promise<any>) | null} */
    this.load = null;
    this.listed = '';
    /** @type {any[]} */
    this.sessions = [];
    this.counted = '';
    /** @type {any[]} */
    this.selection = [];
    /** @type {import('./places.js').Place[]} */
    this.places = [];
    /** @type {import('./places.js').Place | undefined} */
    this.chosen = undefined;
    /** @type {((session: any) => boolean) | null} */
    this.isAtChosen = null;
    this.client = '';
    /** @type {unknown} the error of the filter */
    this.error = null;
    /** @type {unknown} the error of the form to revoke */
    this.refusal = null;
    this.columns = columns({
      one: session => this.reloadAfter(revokeOne(this.userId, session)),
      others: session => this.reloadAfter(revokeOthers(this.userId, session)),
    });
  }

  get userId() {
    return this.params.user_id;
  }

  /** @param {CustomEvent} event */
  async revoke({detail}) {
    this.refusal = null;
    try {
      await this.reloadAfter(revokeMatching(this.userId, detail));
    } catch (failure) {
      this.refusal = failure;
    }
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    const args = this.listArguments();
    const wanted = JSON.stringify(args);
    if (wanted !== this.listed) {
      Object.assign(this, {listed: wanted, sessions: [], counted: '', selection: []});
      this.load = search => this.call(listSessions, {...args, search});
    }
    if (this.isNew(changed, 'client_id')) {
      this.client = this.query.get('client_id') ?? '';
    }
    // The same places for another choice: the map keeps the position of the focus.
    if (changed.has('sessions')) {
      this.places = placesOf(this.sessions, project, NEAR);
    }
    if (changed.has('sessions') || changed.has('query')) {
      this.choose(this.query.get('place'));
    }
  }

  /**
   * A link can name a place without a loaded session. Then no session is shown, because all of them would be more than the link says.
   *
   * @param {string | null} key the key of a location
   */
  choose(key) {
    this.chosen = placeWith(this.places, key);
    const sessions = new Set(this.chosen?.sessions);
    this.isAtChosen = key ? session => sessions.has(session) : null;
  }

  listArguments() {
    const {query} = this;
    return {
      path: {user_id: this.userId},
      query: {size: PAGE_SIZE, client_id: query.get('client_id'), sort: query.get('sort')},
    };
  }

  /** @param {Event} event */
  loaded({target}) {
    const {rows, total, next} = /** @type {Table} */ (target);
    this.sessions = rows;
    this.counted = countOf(rows.length, total, next !== null);
  }

  /** @param {Record<string, string | null>} query */
  change(query) {
    this.remember(PATH, {...Object.fromEntries(this.query), ...query});
  }

  /** @param {SubmitEvent} event */
  filter(event) {
    event.preventDefault();
    this.change({client_id: trimmed(this.client), place: null});
  }

  render() {
    return html`<div class="stack">
      ${ifAllowed(listSessions, () => this.renderSessions())} ${own.allows(listSessions) ? nothing : this.renderForm()}
    </div>`;
  }

  renderSessions() {
    return html`<div class="beside">
      <div class="stack map">
        <div class="card">
          <ua-session-map
            .places=${this.places}
            .chosen=${this.chosen}
            .counted=${this.counted}
            .unplaced=${this.sessions.filter(session => !coordinatesOf(session)).length}
            @choose=${(/** @type {CustomEvent} */ event) => this.change({place: event.detail})}
          ></ua-session-map>
        </div>
        ${this.renderForm()}
      </div>
      <div class="card stack-close">${this.renderTools()} ${this.renderTable()}</div>
    </div>`;
  }

  renderForm() {
    return html`<ua-revoke-form
      .suggestions=${suggestions(this.sessions)}
      .error=${this.refusal}
      @revoke=${this.revoke}
    ></ua-revoke-form>`;
  }

  renderTools() {
    return html`<div class="spread tools">
      <form class="oneline" role="search" @submit=${this.filter}>
        ${field({
          name: 'client_id',
          label: 'Only with client',
          type: 'search',
          value: this.client,
          error: this.error,
          onInput: value => (this.client = value),
        })}
        <button type="submit">Filter</button>
      </form>
      <div class="row">
        ${this.isAtChosen
          ? html`<button type="button" @click=${() => this.change({place: null})}>Show all places</button>`
          : nothing}
        ${actionButton(
          revokeSession,
          `Revoke selected (${this.selection.length})`,
          () => this.reloadAfter(revokeEach(this.userId, this.selection)),
          {look: 'danger', isOff: this.selection.length === 0},
        )}
        ${copyAsCurl(listSessions, () => this.listArguments())}
      </div>
    </div>`;
  }

  renderTable() {
    return html`<ua-cursor-table
      caption="Sessions"
      empty=${emptyText(this.query)}
      .columns=${this.columns}
      .load=${this.load}
      selectable
      .rowKey=${keyOf}
      .rowName=${sessionName}
      .filter=${this.isAtChosen}
      .sort=${this.query.get('sort') ?? DEFAULT_SORT}
      @sort=${(/** @type {CustomEvent} */ event) => this.change({sort: event.detail})}
      @selection=${(/** @type {Event} */ {target}) => (this.selection = /** @type {Table} */ (target).selection)}
      @loaded=${this.loaded}
      @refusal=${(/** @type {CustomEvent} */ event) => (this.error = event.detail)}
    ></ua-cursor-table>`;
  }
}

/** @param {any} session */
function keyOf(session) {
  return session.session_id;
}

customElements.define('ua-user-sessions', UserSessions);
