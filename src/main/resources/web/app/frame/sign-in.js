import {LitElement, css, html, nothing} from 'lit';
import {ProblemError} from '../api/problem.js';
import {session} from '../api/session.js';
import {RetryWait} from '../parts/countdown.js';
import {field} from '../parts/field.js';
import {isolated} from '../parts/isolated.js';
import {askToLeave} from '../parts/leaving.js';
import '../parts/problem.js';
import {shared} from '../style/shared.js';

/** Asks for a key. With `embedded`, it is in the dialog that says that the last one no longer works. */
class SignIn extends LitElement {
  static properties = {embedded: {type: Boolean}, key: {state: true}, error: {state: true}, isBusy: {state: true}};

  static styles = [
    shared,
    css`
      form {
        width: min(30rem, 100%);
        margin: 10vh auto 0;
      }

      :host([embedded]) form {
        width: auto;
        margin: 0;
        padding: 0;
        border: 0;
      }
    `,
  ];

  constructor() {
    super();
    this.embedded = false;
    this.key = '';
    /** @type {unknown} */
    this.error = null;
    this.isBusy = false;
    this.wait = new RetryWait(this);
  }

  firstUpdated() {
    this.focus();
  }

  focus() {
    this.renderRoot.querySelector('input')?.focus();
  }

  /** @param {SubmitEvent} event */
  async signIn(event) {
    event.preventDefault();
    this.isBusy = true;
    this.error = null;
    try {
      await session.signIn(this.key, owner => this.accepts(owner));
    } catch (failure) {
      this.error = failure instanceof ProblemError && failure.status === 401 ? refusalOf(failure) : failure;
      this.focus();
    } finally {
      this.isBusy = false;
    }
  }

  /**
   * The page starts again for another tenant, and keeps nothing.
   *
   * @param {import('../api/session.js').OwnKey} owner
   */
  accepts({tenant_id: tenant}) {
    const before = session.owner?.tenant_id ?? tenant;
    return (
      tenant === before ||
      askToLeave(
        `This key belongs to the tenant ${isolated(tenant)}. ` +
          `Everything that you typed for ${isolated(before)} and did not send is lost. Sign in anyway?`,
      )
    );
  }

  render() {
    return html`<form class="card stack" @submit=${this.signIn}>
      <div>
        <p class="muted">User administration</p>
        <h1>Sign in</h1>
      </div>
      ${this.embedded
        ? html`<p class="note note-warning" role="alert">
            Your key no longer works: it has expired or was revoked. Sign in with another key to continue.
          </p>`
        : html`<p>Paste an API key. The tab keeps it until you sign out or close the tab.</p>`}
      ${field({
        name: 'key',
        label: 'API key',
        type: 'password',
        value: this.key,
        required: true,
        onInput: value => (this.key = value),
      })}
      <ua-problem .error=${this.error}></ua-problem>
      <button type="submit" class="primary" ?disabled=${this.isBusy || this.wait.seconds > 0}>
        ${this.isBusy ? 'Checking …' : 'Sign in'}
      </button>
      ${this.embedded
        ? nothing
        : html`<p class="small muted">
            No key? <code>useradmin key create</code> makes one, and so does another key with the scope
            <code>keys:manage</code>.
          </p>`}
    </form>`;
  }
}

/**
 * The service's detail is about the header of the request.
 *
 * @param {ProblemError} refusal
 */
function refusalOf({problem}) {
  return new ProblemError({...problem, detail: 'Check that you pasted all of it. It may also have expired, or somebody revoked it.'});
}

customElements.define('ua-sign-in', SignIn);
