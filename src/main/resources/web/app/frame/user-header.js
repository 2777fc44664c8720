import {LitElement, css, html, nothing} from 'lit';
import {getUser} from '../api/operations.js';
import {session} from '../api/session.js';
import {kinds} from '../data/kinds.js';
import {unsent, unsentChanges} from '../data/unsent.js';
import {nameOf} from '../parts/invisible.js';
import {shownUser} from '../parts/shown-user.js';
import {shared} from '../style/shared.js';
import {CurrentLink} from './current-link.js';
import {linkTo} from './router.js';
import {routes, userTabs} from './routes.js';

/** The view whose documents may have unsent changes. */
const DATA = '/users/:user_id/data';

/** The header of a user's views: the user, and the navigation between the views. */
class UserHeader extends LitElement {
  static properties = {userId: {attribute: false}, current: {}, user: {state: true}};

  static styles = [
    shared,
    css`
      nav {
        display: flex;
        overflow-x: auto;
        border-bottom: 1px solid var(--color-border);
      }

      nav a {
        padding: var(--space-2) var(--space-3) calc(var(--space-2) + 3px);
        color: var(--color-text);
        text-decoration: none;
        white-space: nowrap;
      }

      nav a:hover {
        background: var(--color-raised);
      }

      nav a:focus-visible {
        outline-offset: -3px;
      }

      nav a[aria-current] {
        padding-block-end: var(--space-2);
        border-bottom: 3px solid var(--color-accent);
        font-weight: 600;
      }
    `,
  ];

  constructor() {
    super();
    this.userId = '';
    this.current = '';
    /** @type {any} */
    this.user = null;
    this.refresh = () => (this.user = shownUser.userId === this.userId ? shownUser.user : null);
    this.redraw = () => this.requestUpdate();
    this.signedIn = () => session.owner && !this.user && this.load();
    new CurrentLink(this);
  }

  connectedCallback() {
    super.connectedCallback();
    shownUser.addEventListener('change', this.refresh);
    unsentChanges.addEventListener('change', this.redraw);
    session.addEventListener('change', this.signedIn);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    shownUser.removeEventListener('change', this.refresh);
    unsentChanges.removeEventListener('change', this.redraw);
    session.removeEventListener('change', this.signedIn);
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    if (changed.has('userId')) {
      this.load();
    }
  }

  /** The name is optional: if it cannot be loaded, the id is shown, and the view shows the error. */
  load() {
    this.refresh();
    if (session.allows(getUser)) {
      shownUser.load(this.userId).catch(() => {});
    }
  }

  render() {
    return html`<div class="stack-close">
      <p class="small"><a href="#/users">Users</a></p>
      <div class="row">
        <h1 class="value">${nameOf(this.user?.claims?.name, this.user?.username?.username, this.userId)}</h1>
        ${this.user?.disabled ? html`<span class="badge badge-danger">disabled</span>` : nothing}
      </div>
      <p class="muted mono value">${this.userId}</p>
      <nav aria-label="User">
        ${userTabs.map(path => this.renderTab(path))}
      </nav>
    </div>`;
  }

  /** @param {string} path */
  renderTab(path) {
    const hasWork = path === DATA && unsent.has(this.userId, Object.keys(kinds));
    return html`<a href=${linkTo(path, {user_id: this.userId})} aria-current=${path === this.current ? 'page' : nothing}
      >${routes.find(route => route.path === path)?.title}
      ${hasWork ? html`<span class="badge badge-warning">not sent</span>` : nothing}</a
    >`;
  }
}

customElements.define('ua-user-header', UserHeader);
