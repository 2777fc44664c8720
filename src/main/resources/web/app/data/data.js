import {html} from 'lit'; import {View} from '../parts/view.js'; customElements.define('ua-user-data', class extends View { render() { return html`<p>ua-user-data</p>`; } });
