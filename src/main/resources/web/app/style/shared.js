import {css} from 'lit';
import {controls} from './controls.js';
import {data} from './data.js';
import {text} from './text.js';

/** Styles that all components use. */
export const shared = css`
  ${text}
  ${controls}
  ${data}
`;
