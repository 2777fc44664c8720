import {UnsentDrafts} from './unsent-drafts.js';

/** Fires `change`. */
export const unsentChanges = new EventTarget();

/** The unsent work in this tab. It is only in memory, because private data must not get into the browser's storage. */
export const unsent = new UnsentDrafts(() => {
  const listen = unsent.isEmpty ? removeEventListener : addEventListener;
  listen('beforeunload', askBeforeLeaving);
  unsentChanges.dispatchEvent(new Event('change'));
});

/** @param {Event} event */
function askBeforeLeaving(event) {
  event.preventDefault();
}
