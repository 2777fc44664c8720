/** The most pages of a list that are loaded again. */
const MOST_PAGES = 10;

/**
 * What the console knows of the current entry of the browser's history, so that Back, Forward and Reload show it again.
 *
 * @returns {{top?: number, pages?: Record<string, number>}} how far it is scrolled, and the loaded pages of each list
 */
export function remembered() {
  return history.state ?? {};
}

/** @param {ReturnType<typeof remembered>} values */
export function remember(values) {
  history.replaceState({...history.state, ...values}, '');
}

/** @param {string} list */
export function pagesOf(list) {
  return Math.min(remembered().pages?.[list] ?? 1, MOST_PAGES);
}

/**
 * @param {Element} origin what shows the list; nothing is remembered if the user has left its view meanwhile
 * @param {string} list
 * @param {number} pages
 */
export function rememberPages(origin, list, pages) {
  if (origin.isConnected) {
    remember({pages: {...remembered().pages, [list]: pages}});
  }
}
