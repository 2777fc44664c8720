import {isEdited} from './draft.js';

/**
 * What was typed in one document: the draft, and an earlier one that can be restored.
 *
 * @typedef {import('./draft.js').Draft} Draft
 * @typedef {{draft: Draft, kept: Draft | null}} Work
 */

/** The work on documents that is not sent. It stays when the user looks at something else. */
export class UnsentDrafts {
  /** @param {() => void} changed is called after each change */
  constructor(changed) {
    this.changed = changed;
    /** @type {Map<string, Work>} */
    this.works = new Map();
  }

  /** Whether nothing would be lost. */
  get isEmpty() {
    return ![...this.works.values()].some(({draft}) => isEdited(draft));
  }

  /**
   * @param {string} userId
   * @param {string} kind of the document
   */
  find(userId, kind) {
    return this.works.get(placeOf(userId, kind)) ?? null;
  }

  /**
   * Whether a document of a user has changes that are not sent.
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
   * Remembers the work on a document, or forgets it if there is none.
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
