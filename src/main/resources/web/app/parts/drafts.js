/** What was typed into forms whose view was left before they were sent, by form. It stays in the memory of the tab. */
const kept = new Map();

/**
 * Keeps what was typed until the form is opened again.
 *
 * @param {string} form
 * @param {Record<string, any>} typed nothing is kept if it is empty
 */
export function keepDraft(form, typed) {
  if (Object.keys(typed).length > 0) {
    kept.set(form, typed);
  }
}

/**
 * What was typed into the form before; empty if nothing.
 *
 * @param {string} form
 * @returns {Record<string, any>}
 */
export function takeDraft(form) {
  const typed = kept.get(form) ?? {};
  kept.delete(form);
  return typed;
}

/** Forgets everything, for the next user of the tab. */
export function clearDrafts() {
  kept.clear();
}

/**
 * The values that were changed.
 *
 * @param {Record<string, any>} initial
 * @param {Record<string, any>} current
 */
export function changesOf(initial, current) {
  return Object.fromEntries(Object.entries(current).filter(([name, value]) => value !== initial[name]));
}
