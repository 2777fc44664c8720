import {setLoss} from '../parts/leaving.js';
import {UnsentDrafts} from './unsent-drafts.js';

/** Fires `change`. */
export const unsentChanges = new EventTarget();

/** The unsent work in this tab. It is only in memory, because private data must not get into the browser's storage. */
export const unsent = new UnsentDrafts(() => {
  setLoss('You have unsent changes of documents.', !unsent.isEmpty);
  unsentChanges.dispatchEvent(new Event('change'));
});
