import {html, nothing} from 'lit';
import {getOwnKey} from '../api/operations.js';
import {copyAsCurl} from '../parts/curl.js';
import '../parts/problem.js';
import '../parts/time.js';
import {View} from '../parts/view.js';
import {EVERYTHING} from './scopes.js';

/** The current data of the signed-in key. */
class OwnKeyCard extends View {
  static properties = {...View.properties, own: {state: true}, error: {state: true}};

  constructor() {
    super();
    /** @type {any} */
    this.own = null;
    /** @type {unknown} */
    this.error = null;
  }

  connectedCallback() {
    super.connectedCallback();
    this.load();
  }

  ownerChanged() {
    this.load();
  }

  async load() {
    this.error = null;
    try {
      this.own = (await this.call(getOwnKey)).body;
    } catch (failure) {
      this.error = failure;
    }
  }

  render() {
    return html`<section class="card stack" aria-labelledby="title">
      <div class="spread">
        <h2 id="title">Who you are</h2>
        ${copyAsCurl(getOwnKey, () => ({}))}
      </div>
      ${this.error ? html`<ua-problem retryable .error=${this.error} @retry=${this.load}></ua-problem>` : nothing}
      ${this.own ? renderFacts(this.own) : this.error ? nothing : html`<p class="muted">Loading …</p>`}
    </section>`;
  }
}

/** @param {any} own */
function renderFacts({tenant_id: tenant, key_id: id, name, scopes, expires_at: end, rate, burst}) {
  return html`<dl class="facts">
    <dt>Tenant</dt>
    <dd class="value">${tenant}</dd>
    <dt>Key</dt>
    <dd><span class="value">${name}</span> <code class="small muted value">${id}</code></dd>
    <dt>Scopes</dt>
    <dd><code class="value">${scopes.join(', ')}</code>${scopes.includes(EVERYTHING) ? ' (everything)' : nothing}</dd>
    <dt>Ends</dt>
    <dd><ua-time seconds=${end ?? nothing}></ua-time></dd>
    <dt>Rate</dt>
    <dd class="value">${rate ? `${rate}, burst ${burst}` : 'any number of requests'}</dd>
  </dl>`;
}

customElements.define('ua-own-key', OwnKeyCard);
