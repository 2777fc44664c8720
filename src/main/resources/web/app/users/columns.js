import {html} from 'lit';
import {linkTo} from '../frame/router.js';
import {nameOf} from '../parts/invisible.js';
import '../parts/time.js';

/** The order of a list of users without `sort`. */
export const DEFAULT_SORT = 'creation_time:-1';

/**
 * The columns of a table of users.
 *
 * @type {import('../parts/cursor-table.js').Column<any>[]}
 */
export const columns = [
  {
    label: 'User',
    sort: 'user_id',
    render: user =>
      html`<a class="value" href=${linkTo('/users/:user_id', {user_id: user.user_id})}
          >${nameOf(user.claims?.name, user.username?.username, user.user_id)}</a
        >
        <div class="mono small muted value roomy">${user.user_id}</div>`,
  },
  {label: 'Username', render: user => html`<span class="value">${user.username?.username ?? '–'}</span>`},
  {label: 'Email', render: user => html`<span class="value">${primary(user.emails)?.email ?? '–'}</span>`},
  {label: 'Phone', render: user => html`<span class="value">${primary(user.phone_numbers)?.phone ?? '–'}</span>`},
  {
    label: 'State',
    render: user =>
      user.disabled
        ? html`<span class="badge badge-danger">disabled</span>`
        : html`<span class="badge badge-good">enabled</span>`,
  },
  {label: 'Changed', sort: 'last_updated', render: user => html`<ua-time seconds=${user.last_updated}></ua-time>`},
  {label: 'Created', sort: 'creation_time', render: user => html`<ua-time seconds=${user.creation_time}></ua-time>`},
];

/** @param {any} user */
export function userIdOf(user) {
  return user.user_id;
}

/** @param {any[] | undefined} entries */
function primary(entries) {
  return entries?.find(entry => entry.primary) ?? entries?.[0];
}
