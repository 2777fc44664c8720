import {css, html, nothing} from 'lit';
import {assignGroup, deleteGroup, getGroup, listUsers, putGroup, removeFromGroup} from '../api/operations.js';
import {isAbort} from '../api/problem.js';
import {BASIC} from '../api/requests.js';
import {session} from '../api/session.js';
import {goOn} from '../frame/router.js';
import {actionButton} from '../parts/action.js';
import {isAsking} from '../parts/asking.js';
import {confirmed} from '../parts/confirm.js';
import {totalText} from '../parts/count.js';
import {copyAsCurl} from '../parts/curl.js';
import '../parts/cursor-table.js';
import {rescueFocus} from '../parts/focus.js';
import {nameOf} from '../parts/invisible.js';
import {isolated} from '../parts/isolated.js';
import '../parts/problem.js';
import {View, ifAllowed} from '../parts/view.js';
import {shared} from '../style/shared.js';
import {DEFAULT_SORT, columns, userIdOf} from '../users/columns.js';
import {editGroup} from './edit.js';
import {assign, remove} from './membership.js';

const PAGE_SIZE = 50;

/** A group and its members. */
class Group extends View {
  static properties = {...View.properties, group: {state: true}, error: {state: true}, load: {state: true}};

  static styles = [
    shared,
    css`
      .description {
        white-space: pre-wrap;
      }
    `,
  ];

  constructor() {
    super();
    /** @type {any} */
    this.group = null;
    /** @type {unknown} */
    this.error = null;
    /** @type {((search: string | null) => Promise<any>) | null} */
    this.load = null;
    this.columns = [
      ...columns,
      {
        label: 'Action', isFixed: true,
        render: (/** @type {any} */ user) =>
          actionButton(removeFromGroup, 'Remove', () => this.removeMember(user), {look: 'quiet', about: user.user_id}),
      },
    ];
  }

  get groupId() {
    return this.params.group_id;
  }

  get name() {
    return nameOf(this.group?.name, this.groupId);
  }

  get memberQuery() {
    return {...BASIC, size: PAGE_SIZE, group_id: this.groupId, sort: this.query.get('sort')};
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (!this.hasUpdated) {
      this.loadGroup();
    }
    if (changed.has('params') || changed.has('query')) {
      const query = this.memberQuery;
      this.load = search => this.call(listUsers, {query, search});
    }
  }

  ownerChanged() {
    super.ownerChanged();
    if (this.group === null) {
      this.loadGroup();
    }
  }

  async loadGroup() {
    this.error = null;
    this.group = null;
    if (session.allows(getGroup)) {
      try {
        this.group = (await this.call(getGroup, {path: {group_id: this.groupId}})).body;
      } catch (failure) {
        this.error = isAbort(failure) ? null : failure;
      }
    }
  }

  /** Loads the group after an action with an unknown outcome. Meanwhile, the button of the action is gone. */
  async loadChanged() {
    await this.loadGroup();
    rescueFocus();
  }

  /** Somebody else may have changed the group since it was loaded. The dialog waits for it, even if the view is left meanwhile. */
  async readAgain() {
    if (session.allows(getGroup)) {
      this.group = (await session.call(getGroup, {path: {group_id: this.groupId}})).body;
    }
    return this.group;
  }

  async edit() {
    try {
      await this.readAgain();
    } catch (failure) {
      // Without a group, it is also read again after a sign-in.
      Object.assign(this, {group: null, error: failure});
      rescueFocus();
      return;
    }
    if (this.isConnected && !isAsking()) {
      await this.ask();
    }
  }

  async ask() {
    const {result, mayHaveChanged} = await editGroup(this.group, () => this.readAgain());
    if (result) {
      this.group = result.body;
    } else if (mayHaveChanged) {
      await this.loadChanged();
    }
  }

  async delete() {
    const {result, mayHaveChanged} = await confirmed({
      title: `Delete the group ${isolated(this.name)}?`,
      text: 'The users stay. This cannot be undone.',
      effect: () => this.membersText(),
      label: 'Delete',
      operation: deleteGroup,
      args: reason => ({path: {group_id: this.groupId}, reason}),
      done: () => `The group ${this.groupId} is deleted.`,
    });
    if (result) {
      goOn(this, '#/groups');
    } else if (mayHaveChanged) {
      await this.loadChanged();
    }
  }

  async membersText() {
    if (!session.allows(listUsers)) {
      return `How many members it has is unknown: your key lacks ${listUsers.scope}.`;
    }
    const query = {...BASIC, group_id: this.groupId, size: 1};
    const {total} = await this.call(listUsers, {query, headers: {Prefer: 'count=exact'}});
    return total ? `It has ${totalText(total, 'member')}.` : 'The number of members is unknown.';
  }

  addMember() {
    const input = {name: 'user_id', label: 'User id', required: true, maxlength: 128};
    return this.reloadAfter(assign(`Add a user to ${this.name}`, 'Add', input, {group_id: this.groupId}));
  }

  /** @param {any} user */
  removeMember({user_id}) {
    return this.reloadAfter(remove(user_id, {group_id: this.groupId, name: this.name}));
  }

  render() {
    return html`<div class="stack">
      <p class="small"><a href="#/groups">Groups</a></p>
      ${this.error
        ? html`<h1 class="value">${this.groupId}</h1>
            <ua-problem retryable .error=${this.error} @retry=${this.loadGroup}></ua-problem>`
        : html`${this.renderGroup()} ${this.renderMembers()}`}
    </div>`;
  }

  renderGroup() {
    return html`<div class="spread">
        <h1 class="value">${this.name}</h1>
        <div class="row">
          ${copyAsCurl(getGroup, () => ({path: {group_id: this.groupId}}))}
          ${this.group || !session.allows(putGroup) ? actionButton(putGroup, 'Edit', () => this.edit()) : nothing}
          ${actionButton(deleteGroup, 'Delete', () => this.delete(), {look: 'danger', isOff: !this.group && session.allows(getGroup)})}
        </div>
      </div>
      ${this.name !== this.groupId ? html`<p class="muted mono value">${this.groupId}</p>` : nothing}
      ${ifAllowed(getGroup, () =>
        this.group?.description ? html`<p class="value description">${this.group.description}</p>` : nothing,
      )}`;
  }

  renderMembers() {
    return html`<section class="card stack" aria-labelledby="members">
      <div class="spread">
        <h2 id="members">Members</h2>
        <div class="row">
          ${copyAsCurl(listUsers, () => ({query: this.memberQuery}))}
          ${actionButton(assignGroup, 'Add a member', () => this.addMember())}
        </div>
      </div>
      ${ifAllowed(
        listUsers,
        () =>
          html`<ua-cursor-table
            caption="Members of the group"
            empty="Nobody is in the group."
            .columns=${this.columns}
            .rowKey=${userIdOf}
            .load=${this.load}
            .sort=${this.query.get('sort') ?? DEFAULT_SORT}
            @sort=${(/** @type {CustomEvent<string>} */ event) => this.remember('/groups/:group_id', {sort: event.detail})}
          ></ua-cursor-table>`,
      )}
    </section>`;
  }
}

customElements.define('ua-group', Group);
