import {html} from 'lit';
import {unblockIp} from '../api/operations.js';
import {actionButton} from '../parts/action.js';
import '../parts/time.js';

/**
 * The columns of the table of blocked addresses.
 *
 * @param {number} most the largest number of failures; its bar has the full width
 * @param {(blocked: any) => void} unblock
 * @returns {import('../parts/cursor-table.js').Column<any>[]}
 */
export function columns(most, unblock) {
  return [
    {label: 'Address', render: blocked => html`<span class="mono value">${blocked.ip}</span>`},
    {label: 'Failures', render: blocked => renderBar(blocked.failure_count, most)},
    {label: 'Sign-ins', number: true, render: blocked => blocked.login_count.toLocaleString('en')},
    {label: 'Last attempt', sort: 'last_login_attempt', render: blocked => html`<ua-time seconds=${blocked.last_login_attempt}></ua-time>`},
    {label: 'Blocked until', sort: 'block_until', render: blocked => html`<ua-time seconds=${blocked.block_until}></ua-time>`},
    {
      label: 'Action', isFixed: true,
      render: blocked => actionButton(unblockIp, 'Unblock', () => unblock(blocked), {look: 'quiet', about: blocked.ip}),
    },
  ];
}

/**
 * @param {number} count
 * @param {number} most
 */
function renderBar(count, most) {
  return html`<div class="measure">
    <svg class="bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
      <rect width=${most > 0 ? (100 * count) / most : 0} height="1"></rect>
    </svg>
    <span>${count.toLocaleString('en')}</span>
  </div>`;
}
