const [START, END] = ['\u2068', '\u2069'];

/**
 * A value within a text, isolated so that it cannot change the text direction of the rest. In an element, use the class `value` instead.
 *
 * @param {string} text
 */
export function isolated(text) {
  return `${START}${text.replace(/[\u2066-\u2069]/g, '')}${END}`;
}
