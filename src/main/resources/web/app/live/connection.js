import {LitElement, html, nothing} from 'lit';
import {shared} from '../style/shared.js';

const LOOKS = /** @type {Record<string, {text: string, look: string}>} */ ({
  connecting: {text: 'Connecting …', look: ''},
  live: {text: 'Connected', look: 'badge-good'},
  waiting: {text: 'Connection lost', look: 'badge-warning'},
  stopped: {text: 'Stopped', look: 'badge-danger'},
});

/** The state of the connection, with the seconds until the next attempt. Fires `retry`. */
class Connection extends LitElement {
  static properties = {state: {attribute: false}, wait: {state: true}};

  static styles = [shared];

  constructor() {
    super();
    /** @type {import('./feed.js').State} */
    this.state = {name: 'connecting', error: null, seconds: 0};
    this.wait = 0;
    this.timer = 0;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has('state')) {
      clearInterval(this.timer);
      this.wait = this.state.seconds;
      if (this.wait > 0) {
        this.timer = setInterval(() => (this.wait = Math.max(0, this.wait - 1)), 1000);
      }
    }
  }

  render() {
    const {text, look} = LOOKS[this.state.name];
    const isOff = this.state.name === 'waiting' || this.state.name === 'stopped';
    return html`<div class="row">
      <span role="status" class="badge ${look}">${text}</span>
      ${this.wait > 0 ? html`<span class="small muted">Next attempt in ${this.wait} s.</span>` : nothing}
      ${isOff
        ? html`<button type="button" @click=${() => this.dispatchEvent(new Event('retry'))}>Connect now</button>`
        : nothing}
    </div>`;
  }
}

customElements.define('ua-connection', Connection);
