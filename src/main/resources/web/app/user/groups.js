import {html} from 'lit';
import {assignGroup, listGroups, listGroupsOfUser, removeFromGroup} from '../api/operations.js';
import {session} from '../api/session.js';
import {linkTo} from '../frame/router.js';
import {assign, remove} from '../groups/membership.js';
import {actionButton} from '../parts/action.js';
import '../parts/cursor-table.js';
import {nameOf} from '../parts/invisible.js';
import '../parts/time.js';
import {View, ifAllowed} from '../parts/view.js';

const PAGE_SIZE = 10;

/** The groups of a user. */
class UserGroups extends View {
  static properties = {...View.properties, userId: {attribute: false}, load: {state: true}};

  constructor() {
    super();
    this.userId = '';
    /** @type {((search: string | null) => Promise<any>) | null} */
    this.load = null;
    /** @type {import('../parts/cursor-table.js').Column<any>[]} */
    this.columns = [
      {
        label: 'Group',
        render: group => html`<a class="value" href=${linkTo('/groups/:group_id', group)}>${nameOf(group.name, group.group_id)}</a>`,
      },
      {label: 'Since', render: group => html`<ua-time seconds=${group.assigned_at}></ua-time>`},
      {
        label: 'Action', isFixed: true,
        render: group =>
          actionButton(removeFromGroup, 'Remove', () => this.removeFrom(group), {
            look: 'quiet',
            about: `from ${nameOf(group.name, group.group_id)}`,
          }),
      },
    ];
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has('userId')) {
      const path = {user_id: this.userId};
      this.load = search => this.call(listGroupsOfUser, {path, query: {size: PAGE_SIZE}, search});
    }
  }

  render() {
    return html`<section class="card stack" aria-labelledby="title">
      <div class="spread">
        <h2 id="title">Groups</h2>
        ${actionButton(assignGroup, 'Assign', () => this.assign(), {about: 'a group'})}
      </div>
      ${ifAllowed(
        listGroupsOfUser,
        () =>
          html`<ua-cursor-table caption="Groups of the user" empty="None." .columns=${this.columns} .load=${this.load}></ua-cursor-table>`,
      )}
    </section>`;
  }

  assign() {
    /** @type {import('../parts/action-types.js').Input} */
    const input = {name: 'group_id', label: 'Group id', required: true, suggestions: []};
    const later = this.suggestions().then(
      suggestions => (input.suggestions = suggestions),
      failure => (input.hint = `There are no suggestions. ${failure.message}`),
    );
    return this.reloadAfter(assign(`Assign a group to ${this.userId}`, 'Assign', input, {user_id: this.userId}, later));
  }

  /** Suggestions; the user may type any other group. */
  async suggestions() {
    const result = session.allows(listGroups) ? await this.call(listGroups, {query: {size: 100}}) : null;
    return (result?.body ?? []).map((/** @type {any} */ {group_id, name}) => ({value: group_id, label: name}));
  }

  /** @param {any} group */
  removeFrom(group) {
    return this.reloadAfter(remove(this.userId, group));
  }
}

customElements.define('ua-user-groups', UserGroups);
