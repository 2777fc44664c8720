import './style/tokens.css';
import './style/page.css';
import './frame/app.js';
import {applyTheme} from './frame/theme.js';
import './views.js';

applyTheme();
