import {html} from 'lit'; import {View} from '../parts/view.js'; customElements.define('ua-group', class extends View { render() { return html`<p>ua-group</p>`; } });
