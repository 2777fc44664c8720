import {eventTypes, fullType} from '../api/event-types.js';

/**
 * What the type of events can be filtered by: each type, and all types of each kind.
 *
 * @returns {{value: string, label: string}[]}
 */
export function typeFilters() {
  const names = Object.keys(eventTypes);
  const kinds = [...new Set(names.map(name => name.slice(0, name.lastIndexOf('.'))))];
  return [
    ...kinds.map(kind => ({value: fullType(`${kind}.*`), label: `${kind}.*`})),
    ...names.map(name => ({value: fullType(name), label: `${name}: ${eventTypes[name].title}`})),
  ];
}
