import {LitElement, html} from 'lit';
import {session} from '../api/session.js';
import {goTo, linkTo} from '../frame/router.js';
import {shared} from '../style/shared.js';

/**
 * A view of the console. The frame sets `params` and `query` from the URL. The element stays the same if only the
 * query changes.
 */
export class View extends LitElement {
  static properties = {params: {attribute: false}, query: {attribute: false}};

  static styles = [shared];

  constructor() {
    super();
    /** @type {Record<string, string>} */
    this.params = {};
    this.query = new URLSearchParams();
    this.lifetime = new AbortController();
  }

  connectedCallback() {
    super.connectedCallback();
    this.lifetime = new AbortController();
    session.addEventListener('change', () => session.owner && this.ownerChanged(), {signal: this.lifetime.signal});
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.lifetime.abort();
  }

  /** The user signed in with another key, which may have other scopes. */
  ownerChanged() {
    this.requestUpdate();
  }

  /**
   * Calls an operation. The request is aborted when the view is removed.
   *
   * @param {import('../api/operations.js').Operation} operation
   * @param {import('../api/requests.js').Arguments & {signal?: AbortSignal, parse?: (text: string) => any}} [args]
   */
  call(operation, args = {}) {
    return session.call(operation, {signal: this.lifetime.signal, ...args});
  }

  /** The view's table; null if the key may not read its list. */
  get table() {
    return /** @type {import('./cursor-table.js').CursorTable | null} */ (this.renderRoot.querySelector('ua-cursor-table'));
  }

  /**
   * Reads the table again after an action.
   *
   * @param {Promise<import('./action-types.js').Outcome>} action
   */
  async reloadAfter(action) {
    await (this.table?.reloadAfter(action) ?? action);
  }

  /**
   * Whether a parameter of the URL has another value than before. If it has not, typed text stays.
   *
   * @param {Map<string, any>} changed
   * @param {string} name
   */
  isNew(changed, name) {
    return changed.has('query') && changed.get('query')?.get(name) !== this.query.get(name);
  }

  /**
   * Stores the view's state in the URL, so that users can share it.
   *
   * @param {string} pattern the path of the route
   * @param {Record<string, string | null | undefined>} query
   */
  remember(pattern, query) {
    goTo(linkTo(pattern, this.params, query), {replace: true});
  }
}

/**
 * Shows the content if the key may call the operation, otherwise the missing scope.
 *
 * @param {import('../api/operations.js').Operation} operation
 * @param {() => unknown} content
 */
export function ifAllowed(operation, content) {
  return session.allows(operation)
    ? content()
    : html`<p class="note small">Your key lacks the scope <code>${operation.scope}</code>.</p>`;
}
