import {html} from 'lit'; import {View} from '../parts/view.js'; customElements.define('ua-groups', class extends View { render() { return html`<p>ua-groups</p>`; } });
