import {html} from 'lit'; import {View} from '../parts/view.js'; customElements.define('ua-live', class extends View { render() { return html`<p>ua-live</p>`; } });
