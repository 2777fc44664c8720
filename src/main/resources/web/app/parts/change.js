/**
 * The hint of a field whose value somebody else has changed since editing began; undefined if nobody has.
 *
 * @param {string | undefined} base the value before editing
 * @param {string | undefined} current
 */
export function changeOf(base, current) {
  return base === current ? undefined : `Somebody else has set it to: ${current ?? '(nothing)'}`;
}
