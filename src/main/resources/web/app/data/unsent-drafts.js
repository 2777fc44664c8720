import {isEdited} from './draft.js';

/**
 * The unsent work on one document: the draft, and an earlier draft that can be restored.
 *
 * @typedef {import('./draft.js').Draft} Draft
 * @typedef {{draft: Draft, kept: Draft | null}} Work
 */

/** The unsent work on documents. It stays when the user opens another view. */
export class UnsentDrafts {
  /** @param {() => void} changed is called after each change */
  constructor(changed) {
    this.changed = changed;
    /** @type {Map<string, Work>} */
    this.works = new Map();
  }

  /** Whether there is no unsent work. A discarded text is none. */
  get isEmpty() {
    return ![...this.works.values()].some(({draft, kept}) => isEdited(draft) || (kept && !kept.isDiscarded));
  }

  /**
   * @param {string} userId
   * @param {string} kind of the document
   */
  find(userId, kind) {
    return this.works.get(placeOf(userId, kind)) ?? null;
  }

  /**
   * Whether a user's document has unsent changes.
   *
   * @param {string} userId
   * @param {readonly string[]} kinds
   */
  has(userId, kinds) {
    return kinds.some(kind => {
      const work = this.find(userId, kind);
      return work !== null && isEdited(work.draft);
    });
  }

  /**
   * Stores the work on a document, or removes it if there is none.
   *
   * @param {string} userId
   * @param {string} kind
   * @param {Work} work
   */
  keep(userId, kind, work) {
    if (work.kept || isEdited(work.draft)) {
      this.works.set(placeOf(userId, kind), work);
    } else {
      this.works.delete(placeOf(userId, kind));
    }
    this.changed();
  }

  clear() {
    this.works.clear();
    this.changed();
  }
}

/**
 * @param {string} userId
 * @param {string} kind
 */
function placeOf(userId, kind) {
  return `${kind} ${userId}`;
}
