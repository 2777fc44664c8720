import {LitElement, html, nothing} from 'lit';
import {keyed} from 'lit/directives/keyed.js';
import {html as staticHtml, unsafeStatic} from 'lit/static-html.js';
import {session} from '../api/session.js';
import {unsent} from '../data/unsent.js';
import {announcements} from '../parts/announce.js';
import {clearDrafts} from '../parts/drafts.js';
import {acceptLosses, mayLeave} from '../parts/leaving.js';
import '../parts/problem.js';
import {shared} from '../style/shared.js';
import {appStyle} from './app-style.js';
import './ended.js';
import './header.js';
import {acceptsKeyOfLink, keyOf, takeKeyOfLink} from './key-of-link.js';
import {goTo, match, pathOf, titleOf} from './router.js';
import {routes} from './routes.js';
import {beginScrolling, keepScrolling, restoreScrolling} from './scrolling.js';
import './sign-in.js';
import './user-header.js';

/** The time in which an announcement is visible. */
const SHOWN_MILLIS = 8000;
const LOADING = html`<p class="muted" role="status">Loading …</p>`;

/** The frame of the console: navigation, sign-in and the view that the URL names. */
class App extends LitElement {
  static properties = {
    place: {state: true},
    error: {state: true},
    announcement: {state: true},
    isReady: {state: true},
  };

  static styles = [shared, appStyle];

  constructor() {
    super();
    /** @type {import('./router.js').Place | null} */
    this.place = null;
    /** @type {unknown} */
    this.error = null;
    /** @type {{text: string} | null} A new object is a new element: screen readers read the same text again. */
    this.announcement = null;
    this.isReady = false;
    /** @type {string | undefined} */
    this.tenant = undefined;
    this.hideTimer = 0;
  }

  connectedCallback() {
    super.connectedCallback();
    keepScrolling();
    addEventListener('hashchange', () => this.navigate());
    session.addEventListener('change', () => this.ownerChanged());
    announcements.addEventListener('announce', event => this.say(/** @type {CustomEvent} */ (event).detail));
    this.start();
  }

  async start() {
    /** @type {unknown} */
    let refusal = null;
    const key = takeKeyOfLink();
    try {
      await (key ? session.signIn(key) : session.isStored ? session.resume() : undefined);
    } catch (failure) {
      refusal = failure;
    }
    this.isReady = true;
    this.navigate();
    this.error = refusal ?? this.error;
  }

  ownerChanged() {
    const tenant = session.owner?.tenant_id;
    if (this.tenant && tenant && tenant !== this.tenant) {
      discard();
      location.reload();
    }
    const isSignIn = this.isReady && !this.tenant && !!tenant;
    this.error = null;
    this.tenant = tenant;
    this.requestUpdate();
    if (isSignIn) {
      this.updateComplete.then(() => this.content?.focus({preventScroll: true}));
    }
  }

  get content() {
    return /** @type {HTMLElement | null} */ (this.renderRoot.querySelector('main'));
  }

  async navigate() {
    const isKey = !!keyOf(location.hash);
    if (isKey && acceptsKeyOfLink(location.hostname)) {
      // Nothing of the key before may stay, such as drafts.
      location.reload();
      return;
    }
    if (isKey || !location.hash || location.hash === '#') {
      goTo('#/users', {replace: true});
      return;
    }
    const before = this.place;
    const place = match(routes, location.hash);
    const isOther = pathOf(before) !== pathOf(place);
    beginScrolling(isOther);
    Object.assign(this, {place, error: null});
    document.title = `${titleOf(place)} – User administration`;
    await this.updateComplete;
    if (before && isOther) {
      this.content?.focus({preventScroll: true});
    }
    restoreScrolling();
    const isLoaded = await isThere(place);
    if (place === this.place) {
      this.error = isLoaded ? this.error : new Error('A part of the console could not be loaded. Reload the page.');
      this.requestUpdate();
    }
  }

  /** @param {string} text */
  say(text) {
    this.announcement = text ? {text} : null;
    clearTimeout(this.hideTimer);
    this.hideTimer = setTimeout(() => (this.announcement = null), SHOWN_MILLIS);
  }

  render() {
    const isSignedIn = session.owner !== null;
    return html`
      ${isSignedIn ? this.renderFrame() : this.renderSignIn()}
      <ua-ended></ua-ended>
      <div class="announcement" role="status">
        ${keyed(this.announcement, this.announcement ? html`<p>${this.announcement.text}</p>` : nothing)}
      </div>
    `;
  }

  renderSignIn() {
    if (!this.isReady) {
      return html`<main>${LOADING}</main>`;
    }
    return html`<main>
      <ua-problem ?retryable=${session.isStored} .error=${this.error} @retry=${this.start}></ua-problem>
      <ua-sign-in></ua-sign-in>
    </main>`;
  }

  renderFrame() {
    return html`
      <ua-header
        .owner=${session.owner}
        .current=${this.place?.route.path ?? ''}
        @skip=${() => this.content?.focus()}
        @sign-out=${this.signOut}
      ></ua-header>
      <main tabindex="-1" class="stack">
        <ua-problem .error=${this.error}></ua-problem>
        ${this.place ? this.renderView(this.place) : this.renderNothing()}
      </main>
    `;
  }

  /**
   * Another user's view is another element: a late response stays in the element that asked for it.
   *
   * @param {import('./router.js').Place} place
   */
  renderView(place) {
    const {route, params, query} = place;
    const tag = unsafeStatic(route.tag);
    const placeholder = this.error ? nothing : LOADING;
    return html`
      ${params.user_id ? html`<ua-user-header .userId=${params.user_id} current=${route.path}></ua-user-header>` : nothing}
      ${customElements.get(route.tag)
        ? keyed(pathOf(place), staticHtml`<${tag} .params=${params} .query=${query}></${tag}>`)
        : placeholder}
    `;
  }

  renderNothing() {
    return this.isReady ? html`<h1>Page not found</h1><p>There is no view at this URL. <a href="#/users">Go to the users</a></p>` : nothing;
  }

  async signOut() {
    if (mayLeave('Sign out anyway?')) {
      discard();
      session.signOut();
      // Forms keep their drafts when their view is removed.
      await this.updateComplete;
      clearDrafts();
    }
  }
}

/**
 * Loads the part of the console that shows a place.
 *
 * @param {import('./router.js').Place | null} place
 */
async function isThere(place) {
  try {
    await place?.route.load?.();
    return true;
  } catch {
    return false;
  }
}

/** Discards what the user agreed to lose, or what another tenant's user must not see. */
function discard() {
  unsent.clear();
  acceptLosses();
}

customElements.define('ua-app', App);
