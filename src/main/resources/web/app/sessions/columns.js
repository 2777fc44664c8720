import {html, nothing} from 'lit';
import {revokeSession, revokeSessions} from '../api/operations.js';
import {actionButton} from '../parts/action.js';
import {shortened} from '../parts/short.js';
import '../parts/time.js';
import {deviceName, deviceOf} from './device.js';
import {locationName} from './places.js';
import {sessionName} from './session-name.js';

/** The number of clients that are shown at first. */
const FIRST_CLIENTS = 5;

/**
 * The columns of the table of sessions.
 *
 * @param {{one: (session: any) => void, others: (session: any) => void}} revoke
 * @returns {import('../parts/cursor-table.js').Column<any>[]}
 */
export function columns(revoke) {
  return [
    {label: 'Device', render: renderDevice},
    {label: 'Location and address', render: renderLocation},
    {label: 'Clients', render: session => html`<div class="value narrow">${listed(session.client_ids)}</div>`},
    {label: 'Started', sort: 'initiated_at', render: session => html`<ua-time seconds=${session.initiated_at}></ua-time>`},
    {label: 'Last seen', sort: 'last_updated', render: session => html`<ua-time seconds=${session.last_updated}></ua-time>`},
    {label: 'Expires', sort: 'expires_at', render: session => html`<ua-time seconds=${session.expires_at}></ua-time>`},
    {label: 'Actions', isFixed: true, render: session => renderActions(session, revoke)},
  ];
}

/**
 * What a table without rows says.
 *
 * @param {URLSearchParams} query of the view
 */
export function emptyText(query) {
  if (query.get('place')) {
    return 'No session is at the chosen place.';
  }
  return query.get('client_id') ? 'No session matches.' : 'The user has no live session.';
}

/** @param {any} session */
function renderDevice(session) {
  const userAgent = session.last_metadata?.user_agent;
  const {kind} = deviceOf(userAgent);
  return html`<details class="value roomy">
      <summary>${deviceName(userAgent)}</summary>
      <dl class="small">
        <dt class="muted">Session</dt>
        <dd class="mono">${session.session_id}</dd>
        <dt class="muted">User agent</dt>
        <dd class="value">${userAgent ?? 'unknown'}</dd>
      </dl>
    </details>
    ${kind ? html`<div class="small muted">${kind}</div>` : nothing}`;
}

/** @param {any} session */
function renderLocation(session) {
  const name = locationName(session);
  const address = session.last_metadata?.ip_address ?? '';
  return html`<span class="value roomy" title=${name || nothing}>${shortened(name) || '–'}</span>
    <div class="mono small muted value narrow">${shortened(address)}</div>`;
}

/** @param {string[]} clients */
function listed(clients) {
  const [first, rest] = [clients.slice(0, FIRST_CLIENTS), clients.slice(FIRST_CLIENTS)].map(some => some.join(', '));
  return rest
    ? html`<details><summary>${first} and ${clients.length - FIRST_CLIENTS} more</summary><div>${rest}</div></details>`
    : first || '–';
}

/**
 * @param {any} session
 * @param {{one: (session: any) => void, others: (session: any) => void}} revoke
 */
function renderActions(session, revoke) {
  const about = sessionName(session);
  return html`${actionButton(revokeSession, 'Revoke', () => revoke.one(session), {look: 'quiet', about})}<br />
    ${actionButton(revokeSessions, 'All but this', () => revoke.others(session), {look: 'quiet', about})}`;
}
