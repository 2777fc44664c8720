/** Characters that are invisible, or change the text direction. */
const CHARACTERS = '\\u007f-\\u009f\\u00ad\\u061c\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u2069\\ufeff';
export const INVISIBLE = new RegExp(`[${CHARACTERS}]`, 'g');
const AROUND = new RegExp(`^[\\s${CHARACTERS}]+|[\\s${CHARACTERS}]+$`, 'g');

/**
 * A text for display: invisible characters are escaped as in JSON.
 *
 * @param {string} text
 */
export function visible(text) {
  return text.replace(INVISIBLE, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * The first name of which something is visible. A name can be a space.
 *
 * @param {(string | undefined)[]} names the last one is an identifier
 */
export function nameOf(...names) {
  return names.find(name => name && trimmed(name)) ?? '';
}

/**
 * A typed identifier without what is invisible around it. Other programs copy such characters, for example around phone numbers.
 *
 * @param {string} text
 */
export function trimmed(text) {
  return text.replace(AROUND, '');
}
