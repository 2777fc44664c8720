import {remember, remembered} from '../parts/history-entry.js';

/** @type {number | null} the position to restore, as long as the page is too short for it */
let wanted = null;

/**
 * Restores how far an entry of the browser's history was scrolled. The browser would do that before the view has its rows, so
 * this waits until the page is long enough, or until the user scrolls.
 */
export function keepScrolling() {
  history.scrollRestoration = 'manual';
  addEventListener('scrollend', () => {
    if (wanted === null) {
      remember({top: scrollY});
    }
  });
  for (const type of ['wheel', 'touchmove', 'pointerdown', 'keydown']) {
    addEventListener(type, () => (wanted = null), {passive: true});
  }
  new ResizeObserver(restoreScrolling).observe(document.body);
}

/**
 * Called when another entry is the current one, before its view is shown.
 *
 * @param {boolean} isOther whether that is another view; otherwise the page stays where it is
 */
export function beginScrolling(isOther) {
  wanted = isOther ? (remembered().top ?? 0) : null;
}

/** Called when the view is on the page. */
export function restoreScrolling() {
  if (wanted !== null && document.documentElement.scrollHeight >= wanted + innerHeight) {
    scrollTo(0, wanted);
    wanted = null;
  }
}
