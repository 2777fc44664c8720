import {UnsentDrafts} from './unsent-drafts.js';

/** Fires `change`. */
export const unsentChanges = new EventTarget();

/** The work of this tab. It is in memory only: private data stays out of the browser's storage. */
export const unsent = new UnsentDrafts(() => {
  const listen = unsent.isEmpty ? removeEventListener : addEventListener;
  listen('beforeunload', askBeforeLeaving);
  unsentChanges.dispatchEvent(new Event('change'));
});

/** @param {Event} event */
function askBeforeLeaving(event) {
  event.preventDefault();
}
