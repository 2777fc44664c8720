import {html} from 'lit'; import {View} from '../parts/view.js'; customElements.define('ua-settings', class extends View { render() { return html`<p>ua-settings</p>`; } });
