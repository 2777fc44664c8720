import {html} from 'lit';
import {repeat} from 'lit/directives/repeat.js';
import {disconnectAuthenticator} from '../api/operations.js';
import {actionButton} from '../parts/action.js';
import {plural} from '../parts/count.js';
import {confirmedOnlyBy} from './identity.js';
import {Section} from './section.js';

/** The external identities of a user. */
class Identities extends Section {
  render() {
    const identities = /** @type {any[]} */ (this.user.idps);
    return html`<section class="card stack" aria-labelledby="title">
      <h2 id="title" tabindex="-1">External identities</h2>
      ${identities.length === 0
        ? html`<p class="muted">None.</p>`
        : html`<ul class="plain">
            ${repeat(
              identities,
              ({authenticator, provider_user_id}) => `${authenticator} ${provider_user_id}`,
              identity => this.renderIdentity(identity),
            )}
          </ul>`}
    </section>`;
  }

  /** @param {any} identity */
  renderIdentity(identity) {
    const about = `${identity.authenticator} ${identity.provider_user_id}`;
    return html`<li class="stack-close">
      <div class="spread">
        <div class="row">
          <strong class="value">${identity.authenticator}</strong>
          <span class="mono value">${identity.provider_user_id}</span>
        </div>
        ${actionButton(disconnectAuthenticator, 'Disconnect', () => this.disconnect(identity), {look: 'quiet', about})}
      </div>
      <details class="small">
        <summary>What the provider says about the user</summary>
        <dl class="facts">
          ${Object.entries(identity.claims).map(
            ([name, value]) =>
              html`<dt class="value">${name}</dt>
                <dd class="value">${value}</dd>`,
          )}
        </dl>
      </details>
    </li>`;
  }

  /** @param {any} identity */
  disconnect(identity) {
    const {authenticator, provider_user_id} = identity;
    const count = confirmedOnlyBy(this.user, identity);
    return this.act({
      title: `Disconnect ${authenticator}?`,
      target: provider_user_id,
      text: html`The user can no longer sign in as <span class="mono value">${provider_user_id}</span>.`,
      effect: async () =>
        `${authenticator} no longer confirms ${plural(count, 'username, email or phone', 'usernames, emails and phones')}.`,
      label: 'Disconnect',
      operation: disconnectAuthenticator,
      isUnconditional: true,
      args: () => ({body: {authenticator, provider_user_id}}),
      done: ({body}) =>
        `${authenticator} is disconnected. The user has ${plural(body.idps.length, 'external identity', 'external identities')}.`,
    });
  }
}

customElements.define('ua-user-identities', Identities);
