import {css, html, nothing} from 'lit';
import {getUser} from '../api/operations.js';
import {ProblemError} from '../api/problem.js';
import {BASIC} from '../api/requests.js';
import {session} from '../api/session.js';
import {linkTo} from '../frame/router.js';
import {confirmed} from '../parts/confirm.js';
import '../parts/problem.js';
import {shownUser} from '../parts/shown-user.js';
import {View, ifAllowed} from '../parts/view.js';
import {shared} from '../style/shared.js';
import './account.js';
import {conflict} from './conflict.js';
import './groups.js';
import './identifiers.js';
import './identities.js';
import {emails, phones} from './kinds.js';
import './profile.js';

/** A user without sessions, blocks, data and history, and the actions that change the user. */
class Overview extends View {
  static properties = {...View.properties, user: {state: true}, error: {state: true}};

  static styles = [
    shared,
    css`
      .sections {
        columns: 24rem;
        column-gap: var(--space-4);
      }

      .sections > * {
        display: block;
        margin-block-end: var(--space-4);
        break-inside: avoid;
      }
    `,
  ];

  constructor() {
    super();
    /** @type {any} */
    this.user = null;
    /** @type {string | null} */
    this.etag = null;
    /** @type {unknown} */
    this.error = null;
    this.change = this.change.bind(this);
  }

  get path() {
    return {user_id: this.params.user_id};
  }

  willUpdate() {
    if (!this.hasUpdated) {
      this.load();
    }
  }

  ownerChanged() {
    super.ownerChanged();
    if (this.user === null) {
      this.load();
    }
  }

  async load() {
    this.error = null;
    if (!session.allows(getUser)) {
      return;
    }
    try {
      this.adopt(await shownUser.load(this.params.user_id));
    } catch (failure) {
      this.error = failure;
    }
  }

  /**
   * Shows the user of a response.
   *
   * @param {import('../api/session.js').Result} result
   */
  adopt(result) {
    this.user = result.body;
    this.etag = result.etag;
    shownUser.update(this.params.user_id, result.body);
  }

  /**
   * Asks for confirmation, then changes the user, if the shown version is current. A key that may not read users gets an ETag from a
   * change, but could not read what somebody else has changed since then, so its changes have no condition.
   *
   * @param {import('./section.js').Change} change
   */
  async change({args = () => ({}), isUnconditional = false, ...action}) {
    const {path} = this;
    const {result, mayHaveChanged} = await confirmed({
      ...action,
      args: (reason, values) => {
        const own = args(values);
        const isConditional = !isUnconditional && session.allows(getUser);
        const headers = this.etag && isConditional ? {'If-Match': this.etag} : undefined;
        return {...own, path: {...path, ...own.path}, reason, headers};
      },
      send: request => this.send(action.operation, request),
    });
    if (mayHaveChanged && !result) {
      await this.load();
    }
    return result;
  }

  /**
   * @param {import('../api/operations.js').Operation} operation
   * @param {import('../api/requests.js').Arguments} request
   */
  async send(operation, request) {
    try {
      const result = await session.call(operation, request);
      if (result.body) {
        this.adopt(result);
      }
      return result;
    } catch (failure) {
      throw failure instanceof ProblemError && failure.status === 412 ? await this.overtaken(failure) : failure;
    }
  }

  /**
   * The dialog waits for it, even if the view is left meanwhile.
   *
   * @param {ProblemError} refusal
   */
  async overtaken(refusal) {
    const before = this.user;
    const result = await session.call(getUser, {path: this.path, query: BASIC});
    this.adopt(result);
    return conflict(refusal, before, result.body);
  }

  render() {
    return html`<div class="stack">
      ${ifAllowed(getUser, () => (this.user || this.error ? nothing : html`<p class="muted" role="status">Loading …</p>`))}
      <ua-problem retryable .error=${this.error} @retry=${this.load}></ua-problem>
      ${this.error ? this.renderWayOut() : this.user || !session.allows(getUser) ? this.renderSections() : nothing}
    </div>`;
  }

  renderWayOut() {
    return /** @type {any} */ (this.error).status === 404
      ? html`<p>
          The log of a deleted user stays: <a href=${linkTo('/users/:user_id/history', this.params)}>go to the history</a>.
        </p>`
      : nothing;
  }

  renderSections() {
    const {user, change} = this;
    const userId = this.params.user_id;
    return html`
      <div class="sections">
        ${user ? html`<ua-user-profile .userId=${userId} .user=${user} .change=${change}></ua-user-profile>` : nothing}
        <ua-user-account .userId=${userId} .user=${user} .change=${change}></ua-user-account>
        ${user
          ? html`
              <ua-user-identifiers .kind=${emails} .userId=${userId} .user=${user} .change=${change}></ua-user-identifiers>
              <ua-user-identifiers .kind=${phones} .userId=${userId} .user=${user} .change=${change}></ua-user-identifiers>
              <ua-user-identities .userId=${userId} .user=${user} .change=${change}></ua-user-identities>
            `
          : nothing}
        <ua-user-groups .userId=${userId}></ua-user-groups>
      </div>
    `;
  }
}

customElements.define('ua-user-overview', Overview);
