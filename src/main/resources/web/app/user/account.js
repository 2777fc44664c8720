import {html, nothing} from 'lit';
import {deleteUser, disableUser, enableUser, exportUser} from '../api/operations.js';
import {goOn} from '../frame/router.js';
import {actionButton} from '../parts/action.js';
import {announce} from '../parts/announce.js';
import {copyAsCurl} from '../parts/curl.js';
import '../parts/problem.js';
import '../parts/time.js';
import {belongings, sessionCount} from './belongings.js';
import {exported, save} from './export.js';
import {bytesText, fileName} from './file.js';
import {Section} from './section.js';

/** The state of a user, and actions on the whole user. It works without the user's data, because not every key may read it. */
class Account extends Section {
  static properties = {...Section.properties, progress: {state: true}, error: {state: true}};

  constructor() {
    super();
    /** @type {number | null} */
    this.progress = null;
    /** @type {unknown} */
    this.error = null;
    this.lifetime = new AbortController();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.lifetime.abort();
    this.lifetime = new AbortController();
  }

  render() {
    return html`<section class="card stack" aria-labelledby="title">
      <h2 id="title" tabindex="-1">Account</h2>
      ${this.user ? this.renderFacts() : nothing}
      <div class="row">
        ${this.user?.disabled === true ? nothing : actionButton(disableUser, 'Disable', () => this.disable(), {look: 'danger'})}
        ${this.user?.disabled === false ? nothing : actionButton(enableUser, 'Enable', () => this.enable())}
        ${this.renderExport()}
        ${actionButton(deleteUser, 'Delete', () => this.delete(), {look: 'danger'})}
        ${copyAsCurl(exportUser, () => ({path: {user_id: this.userId}}), 'Copy the export as curl')}
      </div>
      ${this.error ? html`<ua-problem .error=${this.error}></ua-problem>` : nothing}
    </section>`;
  }

  renderFacts() {
    const {user} = this;
    return html`<dl class="facts">
      <dt>State</dt>
      <dd>
        ${user.disabled
          ? html`<span class="badge badge-danger">disabled</span>`
          : html`<span class="badge badge-good">enabled</span>`}
      </dd>
      <dt>Created</dt>
      <dd><ua-time seconds=${user.creation_time}></ua-time></dd>
      <dt>Changed</dt>
      <dd><ua-time seconds=${user.last_updated}></ua-time></dd>
      <dt>Password</dt>
      <dd>${user.has_password ? html`set <ua-time .seconds=${user.password_updated_at} none="at an unknown time"></ua-time>` : 'none'}</dd>
    </dl>`;
  }

  /** One button for both actions, so that it keeps the focus. */
  renderExport() {
    return this.progress === null
      ? actionButton(exportUser, 'Export', () => this.export())
      : actionButton(exportUser, `Cancel the export (${bytesText(this.progress)})`, () => this.cancelExport());
  }

  disable() {
    let sessions = '';
    return this.act({
      title: `Disable ${this.userId}?`,
      text: 'The user can no longer sign in.',
      effect: async () => `The user has ${await sessionCount(this.userId)}.`,
      label: 'Disable',
      operation: disableUser,
      fields: () => [{name: 'revoke_sessions', label: 'Revoke all sessions', value: true}],
      args: ({revoke_sessions}) => {
        sessions = revoke_sessions ? 'All sessions are revoked.' : 'The sessions stay.';
        return {body: {revoke_sessions}};
      },
      done: () => `${this.userId} is disabled. ${sessions}`,
    });
  }

  enable() {
    return this.act({
      title: `Enable ${this.userId}?`,
      text: 'The user can sign in again. Revoked sessions stay revoked.',
      label: 'Enable',
      operation: enableUser,
      isHarmless: true,
      done: () => `${this.userId} is enabled.`,
    });
  }

  async delete() {
    const result = await this.act({
      title: `Delete ${this.userId}?`,
      text: 'This cannot be undone. The audit log stays, without IP addresses.',
      effect: async () => `Deletes the user with ${await belongings(this.userId)}.`,
      typed: this.userId,
      label: 'Delete',
      operation: deleteUser,
      done: () => `${this.userId} is deleted.`,
    });
    if (result) {
      goOn(this, '#/users');
    }
  }

  /** It says so, because a double click begins an export and cancels it. */
  cancelExport() {
    this.lifetime.abort();
    announce('The export is cancelled.');
  }

  async export() {
    this.error = null;
    this.progress = 0;
    this.lifetime = new AbortController();
    try {
      const document = await exported(this.userId, this.lifetime.signal, bytes => (this.progress = bytes));
      save(document, fileName(this.userId));
    } catch (failure) {
      this.error = this.lifetime.signal.aborted ? null : failure;
    } finally {
      this.progress = null;
    }
  }
}

customElements.define('ua-user-account', Account);
