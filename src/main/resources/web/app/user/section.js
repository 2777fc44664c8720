import {LitElement, css} from 'lit';
import {rescueFocus} from '../parts/focus.js';
import {shared} from '../style/shared.js';

/**
 * @typedef {Omit<import('../parts/action-types.js').Action, 'args'> & {
 *   args?: (values: any) => import('../api/requests.js').Arguments,
 *   isUnconditional?: boolean,
 * }} Change args is what the request has besides the user's identifier, the version and the reason; isUnconditional if the
 * operation knows no version
 */

/** A part of the overview of a user. The view sets the user and the way to change it. */
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
