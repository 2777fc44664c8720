import {LitElement, html, nothing} from 'lit';
import {Countdown} from '../parts/countdown.js';
import {shared} from '../style/shared.js';

const LOOKS = /** @type {Record<string, {text: string, look: string}>} */ ({
  connecting: {text: 'Connecting …', look: ''},
  live: {text: 'Connected', look: 'badge-good'},
  waiting: {text: 'Connection lost', look: 'badge-warning'},
  stopped: {text: 'Stopped', look: 'badge-danger'},
});

/** The state of the connection, with the seconds until the next attempt. Fires `retry`. */
class Connection extends LitElement {
  static properties = {state: {attribute: false}};

  static styles = [shared];

  constructor() {
    super();
    /** @type {import('./feed.js').State} */
    this.state = {name: 'connecting', error: null, seconds: 0};
    this.wait = new Countdown(this);
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has('state')) {
      this.wait.start(this.state.seconds);
    }
  }

  render() {
    const {text, look} = LOOKS[this.state.name];
    const {seconds} = this.wait;
    const isOff = this.state.name === 'waiting' || this.state.name === 'stopped';
    return html`<div class="row">
      <span role="status" class="badge ${look}">${text}</span>
      ${seconds > 0 ? html`<span class="small muted">Next attempt in ${seconds} s.</span>` : nothing}
      ${isOff
        ? html`<button type="button" @click=${() => this.dispatchEvent(new Event('retry'))}>Connect now</button>`
        : nothing}
    </div>`;
  }
}

customElements.define('ua-connection', Connection);
