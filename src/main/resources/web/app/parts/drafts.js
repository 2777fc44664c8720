/** Unsent input of forms whose view was left, by form. It is only in the tab's memory. */
const kept = new Map();

/**
 * Keeps the input until the form is opened again.
 *
 * @param {string} form
 * @param {Record<string, any>} typed the input; nothing is kept if it is empty
 */
export function keepDraft(form, typed) {
  if (Object.keys(typed).length > 0) {
    kept.set(form, typed);
  }
}

/**
 * The kept input of a form; empty if there is none.
 *
 * @param {string} form
 * @returns {Record<string, any>}
 */
export function takeDraft(form) {
  const typed = kept.get(form) ?? {};
  kept.delete(form);
  return typed;
}

/** Deletes everything, before the next user of the tab signs in. */
export function clearDrafts() {
  kept.clear();
}

/**
 * The changed values.
 *
 * @param {Record<string, any>} initial
 * @param {Record<string, any>} current
 */
export function changesOf(initial, current) {
  return Object.fromEntries(Object.entries(current).filter(([name, value]) => value !== initial[name]));
}
