/**
 * The start of a long text. Show the whole on hover, with `title`.
 *
 * @param {string} text
 * @param {number} [most] characters
 */
export function shortened(text, most = 120) {
  return text.length > most ? `${Array.from(text.slice(0, 2 * most)).slice(0, most).join('')} …` : text;
}
