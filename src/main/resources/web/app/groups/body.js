/**
 * The body of a group. An empty description is omitted.
 *
 * @param {{name: string, description: string}} values
 */
export function groupBody({name, description}) {
  return description === '' ? {name} : {name, description};
}
