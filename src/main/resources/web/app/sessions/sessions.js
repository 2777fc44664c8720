import {html} from 'lit'; import {View} from '../parts/view.js'; customElements.define('ua-user-sessions', class extends View { render() { return html`<p>ua-user-sessions</p>`; } });
