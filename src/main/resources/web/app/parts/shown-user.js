import {getUser} from '../api/operations.js';
import {ProblemError} from '../api/problem.js';
import {BASIC} from '../api/requests.js';
import {session} from '../api/session.js';

/** The user that the views show. The frame and the overview share the same response. Fires `change`. */
class ShownUser extends EventTarget {
  constructor() {
    super();
    this.userId = '';
    /** @type {any} null if the user is not loaded */
    this.user = null;
    /** @type {Promise<import('../api/session.js').Result> | null} */
    this.loading = null;
    session.addEventListener('change', () => this.forget());
  }

  /** After a sign-out, the next key may belong to another tenant, or may not read users. */
  forget() {
    if (!session.owner) {
      this.loading = null;
      this.show('', null);
    }
  }

  /**
   * Loads a user. Concurrent callers share the same request.
   *
   * @param {string} userId
   */
  load(userId) {
    if (userId !== this.userId) {
      this.loading = null;
      this.show(userId, null);
    }
    this.loading ??= this.fetch(userId);
    return this.loading;
  }

  /** @param {string} userId */
  async fetch(userId) {
    const {owner} = session;
    try {
      const result = await session.call(getUser, {path: {user_id: userId}, query: BASIC});
      if (owner === session.owner) {
        this.update(userId, result.body);
      }
      return result;
    } catch (failure) {
      if (failure instanceof ProblemError && failure.status === 404) {
        this.update(userId, null);
      }
      throw failure;
    } finally {
      this.loading = userId === this.userId ? null : this.loading;
    }
  }

  /**
   * Shows a newer version, unless the views show another user now.
   *
   * @param {string} userId
   * @param {any} user
   */
  update(userId, user) {
    if (userId === this.userId) {
      this.show(userId, user);
    }
  }

  /**
   * @param {string} userId
   * @param {any} user
   */
  show(userId, user) {
    Object.assign(this, {userId, user});
    this.dispatchEvent(new Event('change'));
  }
}

export const shownUser = new ShownUser();
