import {html} from 'lit'; import {View} from '../parts/view.js'; customElements.define('ua-user-blocked', class extends View { render() { return html`<p>ua-user-blocked</p>`; } });
