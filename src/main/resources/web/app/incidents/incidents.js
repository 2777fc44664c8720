import {html} from 'lit'; import {View} from '../parts/view.js'; customElements.define('ua-incidents', class extends View { render() { return html`<p>ua-incidents</p>`; } });
