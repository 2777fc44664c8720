import {css, html} from 'lit';
import {eventTypes} from '../api/event-types.js';
import {listUserAuditLog} from '../api/operations.js';
import {linkTo} from '../frame/router.js';
import {copyAsCurl} from '../parts/curl.js';
import {check, field} from '../parts/field.js';
import {View, ifAllowed} from '../parts/view.js';
import {shared} from '../style/shared.js';
import {apiQuery, filtersOf, urlQuery} from './filters.js';
import './timeline.js';

const PAGE_SIZE = 30;
const PATH = '/users/:user_id/history';

/** The audit log of a user. */
class History extends View {
  static properties = {...View.properties, filters: {state: true}, load: {state: true}, error: {state: true}};

  static styles = [
    shared,
    css`
      .grid {
        --least-width: 15rem;
      }

      .texts {
        align-items: end;
      }

      .types {
        padding-block-start: var(--space-2);
      }
    `,
  ];

  constructor() {
    super();
    this.filters = filtersOf(this.query);
    /** @type {((search: string | null) => Promise<any>) | null} */
    this.load = null;
    /** @type {unknown} */
    this.error = null;
  }

  get request() {
    return {path: {user_id: this.params.user_id}, query: {size: PAGE_SIZE, ...apiQuery(filtersOf(this.query))}};
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has('query') || changed.has('params')) {
      this.filters = filtersOf(this.query);
      const {request} = this;
      this.load = search => this.call(listUserAuditLog, {...request, search});
    }
  }

  /** @param {SubmitEvent} event */
  apply(event) {
    event.preventDefault();
    this.remember(PATH, urlQuery(this.filters));
  }

  /**
   * @param {string} name
   * @param {boolean} isChosen
   */
  choose(name, isChosen) {
    const types = isChosen ? [...this.filters.types, name] : this.filters.types.filter(type => type !== name);
    this.filters = {...this.filters, types};
  }

  render() {
    return ifAllowed(
      listUserAuditLog,
      () => html`<div class="stack">
        ${this.renderFilters()}
        <section class="card">
          <div class="spread">
            <div>
              <h2>Audit log, the newest first</h2>
              <p class="small muted">Times are UTC.</p>
            </div>
            ${copyAsCurl(listUserAuditLog, () => this.request)}
          </div>
          <ua-timeline
            caption="Audit log"
            empty=${this.query.size > 0 ? 'No entry matches.' : 'There are no entries.'}
            .load=${this.load}
            @refusal=${(/** @type {CustomEvent} */ event) => (this.error = event.detail)}
            .href=${(/** @type {any} */ filter) => linkTo(PATH, this.params, filter)}
          ></ua-timeline>
        </section>
      </div>`,
    );
  }

  renderFilters() {
    const {types, actor, key} = this.filters;
    return html`<form class="card stack" @submit=${this.apply}>
      <div class="grid texts">
        ${field({
          name: 'actor',
          label: 'Actor',
          value: actor,
          placeholder: 'support:aino',
          error: this.error,
          onInput: value => (this.filters = {...this.filters, actor: value}),
        })}
        ${field({
          name: 'key_id',
          label: 'Key id',
          value: key,
          error: this.error,
          onInput: value => (this.filters = {...this.filters, key: value}),
        })}
        <div class="row">
          <button type="submit" class="primary">Filter</button>
          <button type="button" @click=${() => this.remember(PATH, {})}>Clear</button>
        </div>
      </div>
      <details ?open=${filtersOf(this.query).types.length > 0}>
        <summary>Types: ${types.length === 0 ? 'all' : `${types.length} chosen`}</summary>
        <fieldset class="grid types" aria-label="Types">
          ${Object.entries(eventTypes)
            .filter(([, {ofUser}]) => ofUser)
            .map(([name, {title}]) =>
              check({name, label: title, value: types.includes(name), onInput: isChosen => this.choose(name, isChosen)}),
            )}
        </fieldset>
      </details>
    </form>`;
  }
}

customElements.define('ua-user-history', History);
