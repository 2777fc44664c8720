import {LitElement, css, html, nothing} from 'lit';
import {areTimesExact, showExactTimes} from '../parts/time.js';
import {shared} from '../style/shared.js';
import {CurrentLink} from './current-link.js';
import {navigation, routes} from './routes.js';
import {chooseTheme, chosenTheme, themes} from './theme.js';

/** The header of the console, for the `owner` of the key. `current` is the path of the shown route. Fires `skip` and `sign-out`. */
class Header extends LitElement {
  static properties = {current: {attribute: false}, owner: {attribute: false}};

  static styles = [
    shared,
    css`
      :host {
        display: block;
      }

      header {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--space-2) var(--space-4);
        padding: var(--space-2) var(--space-4);
        background: var(--color-surface);
        border-bottom: 1px solid var(--color-border);
      }

      header nav {
        display: flex;
        flex: 1 1 auto;
        overflow-x: auto;
      }

      header nav a {
        padding: var(--space-1) var(--space-3);
        color: var(--color-text);
        text-decoration: none;
        white-space: nowrap;
        border-radius: var(--radius);
      }

      header nav a:focus-visible {
        outline-offset: -3px;
      }

      header nav a:hover {
        background: var(--color-raised);
      }

      header nav a[aria-current] {
        background: var(--color-accent-soft);
        font-weight: 600;
      }

      .tenant {
        max-width: 16rem;
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }

      header select {
        width: auto;
      }

      .owner {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--space-2);
        min-width: 0;
        margin-inline-start: auto;
      }

      @media (max-width: 60rem) {
        header nav {
          order: 1;
          flex-basis: 100%;
        }
      }

      .skip {
        position: absolute;
        inset-block-start: -10rem;
        padding: var(--space-2);
        background: var(--color-surface);
      }

      .skip:focus {
        inset-block-start: var(--space-2);
        z-index: 1;
      }
    `,
  ];

  constructor() {
    super();
    this.current = '';
    /** @type {typeof import('../api/session.js').session.owner} */
    this.owner = null;
    new CurrentLink(this);
  }

  /** @param {string} name of the event */
  fire(name) {
    this.dispatchEvent(new Event(name));
  }

  /** @param {Event} event */
  chooseTheme(event) {
    chooseTheme(/** @type {HTMLSelectElement} */ (event.target).value);
  }

  toggleTimes() {
    showExactTimes(!areTimesExact());
    this.requestUpdate();
  }

  render() {
    return html`<header>
      <button type="button" class="skip" @click=${() => this.fire('skip')}>Skip to the content</button>
      <strong>User administration</strong>
      <span class="badge tenant" title=${this.owner?.name ?? ''}>${this.owner?.tenant_id ?? ''}</span>
      <nav aria-label="Views">${navigation.map(path => this.renderLink(path))}</nav>
      <div class="owner">
        <select aria-label="Theme" @change=${this.chooseTheme}>
          ${themes.map(({value, label}) => html`<option value=${value} ?selected=${value === chosenTheme()}>${label}</option>`)}
        </select>
        <button type="button" title="Dates and times in UTC instead of ages" aria-pressed=${areTimesExact()} @click=${this.toggleTimes}>
          Exact times
        </button>
        <button type="button" @click=${() => this.fire('sign-out')}>Sign out</button>
      </div>
    </header>`;
  }

  /** @param {string} path */
  renderLink(path) {
    const isCurrent = this.current === path || this.current.startsWith(`${path}/`);
    const title = routes.find(route => route.path === path)?.title;
    return html`<a href="#${path}" aria-current=${isCurrent ? 'page' : nothing}>${title}</a>`;
  }
}

customElements.define('ua-header', Header);
