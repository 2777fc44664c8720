/** @typedef {Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>} Values */

/**
 * A storage of the browser. If the browser blocks it, as it can with cookies, an empty one that lasts until the page is reloaded.
 *
 * @param {'localStorage' | 'sessionStorage'} name
 * @returns {Values}
 */
export function storage(name) {
  try {
    return window[name];
  } catch {
    return emptyStorage();
  }
}

/** @returns {Values} */
function emptyStorage() {
  /** @type {Map<string, string>} */
  const values = new Map();
  return {
    getItem: key => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: key => void values.delete(key),
  };
}
