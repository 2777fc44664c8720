/** Keeps the current link of a navigation in sight. On a narrow screen, the navigation scrolls; the page does not. */
export class CurrentLink {
  /** @param {import('lit').ReactiveControllerHost & {renderRoot: HTMLElement | DocumentFragment}} host */
  constructor(host) {
    this.host = host;
    /** @type {Element | null} */
    this.shown = null;
    this.show = this.show.bind(this);
    host.addController(this);
  }

  hostConnected() {
    addEventListener('resize', this.show);
  }

  hostDisconnected() {
    removeEventListener('resize', this.show);
  }

  hostUpdated() {
    if (this.link !== this.shown) {
      this.show();
    }
  }

  get link() {
    return this.host.renderRoot.querySelector('nav [aria-current]');
  }

  show() {
    const {link} = this;
    const nav = link?.closest('nav');
    this.shown = link;
    if (link && nav) {
      const [inner, outer] = [link, nav].map(element => element.getBoundingClientRect());
      nav.scrollLeft += Math.min(inner.left - outer.left, 0) || Math.max(inner.right - outer.right, 0);
    }
  }
}
