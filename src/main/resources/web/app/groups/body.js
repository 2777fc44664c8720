/**
 * The body of a group: an empty description is left out.
 *
 * @param {{name: string, description: string}} values
 */
export function groupBody({name, description}) {
  return description === '' ? {name} : {name, description};
}
