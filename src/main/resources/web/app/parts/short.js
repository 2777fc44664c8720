/**
 * The start of a long text. Use `title` to show the whole text on hover.
 *
 * @param {string} text
 * @param {number} [most] characters
 */
export function shortened(text, most = 120) {
  return text.length > most ? `${Array.from(text.slice(0, 2 * most)).slice(0, most).join('')} …` : text;
}
