import {LitElement, css} from 'lit';
import {rescueFocus} from '../parts/focus.js';
import {shared} from '../style/shared.js';

/**
 * @typedef {Omit<import('../parts/action-types.js').Action, 'args'> & {
 *   args?: (values: any) => import('../api/requests.js').Arguments,
 *   isUnconditional?: boolean,
 * }} Change args are the request's arguments besides the user's id, version and reason; isUnconditional is true if the
 * operation ignores the version
 */

/** A section of a user's overview. The view sets the user and the function that changes it. */
export class Section extends LitElement {
  static properties = {userId: {attribute: false}, user: {attribute: false}, change: {attribute: false}};

  static styles = [
    shared,
    css`
      li {
        padding: var(--space-2) 0;
      }

      li:first-child {
        padding-block-start: 0;
      }

      li:last-child {
        padding-block-end: 0;
      }

      li + li {
        border-block-start: 1px solid var(--color-border);
      }
    `,
  ];

  constructor() {
    super();
    this.userId = '';
    /** @type {any} */
    this.user = null;
    /** @type {(change: Change) => Promise<import('../api/session.js').Result | null>} */
    this.change = async () => null;
  }

  /**
   * Changes the user, and keeps the focus in this section.
   *
   * @param {Change} change
   */
  async act(change) {
    const result = await this.change(change);
    rescueFocus(this.renderRoot.querySelector('h2'));
    return result;
  }
}
