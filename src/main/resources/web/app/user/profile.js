import {css, html, nothing} from 'lit';
import {getUser, removeUsername, setUsername, updateClaims} from '../api/operations.js';
import {BASIC} from '../api/requests.js';
import {actionButton} from '../parts/action.js';
import {copyAsCurl} from '../parts/curl.js';
import {trimmed} from '../parts/invisible.js';
import {isolated} from '../parts/isolated.js';
import {claimFields, claims, claimsPatch} from './claims.js';
import {renderUse} from './identifiers.js';
import {Section} from './section.js';

/** The claims and the username of a user. */
class Profile extends Section {
  static styles = [
    ...Section.styles,
    css`
      hr {
        width: 100%;
        margin: 0;
        border: 0;
        border-block-start: 1px solid var(--color-border);
      }
    `,
  ];

  render() {
    return html`<section class="card stack" aria-labelledby="title">
      <div class="spread">
        <h2 id="title" tabindex="-1">Claims</h2>
        <div class="row">
          ${copyAsCurl(getUser, () => ({path: {user_id: this.userId}, query: BASIC}))}
          ${actionButton(updateClaims, 'Edit', () => this.editClaims(), {about: 'claims'})}
        </div>
      </div>
      ${this.renderClaims()}
      <hr />
      <div class="spread">
        <h2>Username</h2>
        <div class="row">
          ${this.user.username ? actionButton(removeUsername, 'Remove', () => this.removeUsername(), {about: 'username'}) : nothing}
          ${actionButton(setUsername, this.user.username ? 'Change' : 'Set', () => this.setUsername(), {about: 'username'})}
        </div>
      </div>
      ${this.renderUsername()}
    </section>`;
  }

  renderClaims() {
    const known = Object.entries(this.user.claims);
    return known.length === 0
      ? html`<p class="muted">None.</p>`
      : html`<dl class="facts">
          ${known.map(
            ([name, value]) =>
              html`<dt>${Object.hasOwn(claims, name) ? claims[name].label : name}</dt>
                <dd class="value">${value}</dd>`,
          )}
        </dl>`;
  }

  renderUsername() {
    const username = this.user.username;
    return username
      ? html`<div class="stack-close"><span class="value">${username.username}</span>${renderUse(username)}</div>`
      : html`<p class="muted">None.</p>`;
  }

  editClaims() {
    const base = this.user.claims;
    return this.act({
      title: 'Edit the claims',
      text: 'An empty field removes the claim.',
      label: 'Save',
      operation: updateClaims,
      isHarmless: true,
      fields: () => claimFields(base, this.user.claims),
      args: values => ({body: {claims: claimsPatch(base, values)}}),
      done: () => 'The claims are saved.',
    });
  }

  setUsername() {
    return this.act({
      title: this.user.username ? 'Change the username' : 'Set a username',
      text: 'It is the name that the user signs in with.',
      label: 'Save',
      operation: setUsername,
      isHarmless: true,
      fields: () => [{name: 'username', label: 'Username', value: this.user.username?.username ?? '', maxlength: 128}],
      args: values => ({body: {username: trimmed(values.username)}}),
      done: () => 'The username is saved.',
    });
  }

  removeUsername() {
    return this.act({
      title: `Remove the username ${isolated(this.user.username.username)}?`,
      text: 'The user can no longer sign in with it.',
      label: 'Remove',
      operation: removeUsername,
      done: () => 'The username is removed.',
    });
  }
}

customElements.define('ua-user-profile', Profile);
