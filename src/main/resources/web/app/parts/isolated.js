const [START, END] = ['\u2068', '\u2069'];

/**
 * A value within a sentence, which does not change the direction of the rest. Where there is an element, the class `value` does the same.
 *
 * @param {string} text
 */
export function isolated(text) {
  return `${START}${text.replace(/[\u2066-\u2069]/g, '')}${END}`;
}
