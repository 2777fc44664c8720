import {LitElement, css, html, nothing} from 'lit';
import {getUser} from '../api/operations.js';
import {session} from '../api/session.js';
import {shared} from '../style/shared.js';
import {linkTo} from './router.js';
import {routes, userTabs} from './routes.js';

/** Who the views of a user are about, and the way between them. */
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
        padding: var(--space-2) var(--space-3);
        color: var(--color-text);
        text-decoration: none;
        white-space: nowrap;
        border-bottom: 3px solid transparent;
      }

      nav a:hover {
        background: var(--color-raised);
      }

      nav a:focus-visible {
        outline-offset: -3px;
      }

      nav a[aria-current] {
        border-color: var(--color-accent);
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
    this.refresh = () => this.load();
  }

  connectedCallback() {
    super.connectedCallback();
    addEventListener('user-changed', this.refresh);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener('user-changed', this.refresh);
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    if (changed.has('current')) {
      this.renderRoot.querySelector('nav [aria-current]')?.scrollIntoView({block: 'nearest', inline: 'nearest'});
    }
    if (changed.has('userId')) {
      this.user = null;
      this.load();
    }
  }

  /** The name is a help only: whoever may not read it sees the identifier, and the view explains what failed. */
  async load() {
    const userId = this.userId;
    if (session.allows(getUser)) {
      const result = await session.call(getUser, {path: {user_id: userId}}).catch(() => null);
      if (userId === this.userId) {
        this.user = result?.body ?? null;
      }
    }
  }

  render() {
    return html`<div class="stack-close">
      <p class="small"><a href="#/users">Users</a></p>
      <div class="row">
        <h1 class="value">${nameOf(this.user) ?? this.userId}</h1>
        ${this.user?.disabled ? html`<span class="badge badge-danger">disabled</span>` : nothing}
      </div>
      <p class="muted mono value">${this.userId}</p>
      <nav aria-label="User">
        ${userTabs.map(
          path =>
            html`<a href=${linkTo(path, {user_id: this.userId})} aria-current=${path === this.current ? 'page' : nothing}
              >${routes.find(route => route.path === path)?.title}</a
            >`,
        )}
      </nav>
    </div>`;
  }
}

/**
 * @param {any} user
 * @returns {string | undefined}
 */
function nameOf(user) {
  return user?.claims?.name ?? user?.username?.username;
}

/** Tells the header that the user has changed. */
export function userChanged() {
  dispatchEvent(new Event('user-changed'));
}

customElements.define('ua-user-header', UserHeader);
