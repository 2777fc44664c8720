import {eventTypes, fullType} from '../api/event-types.js';

/** Where the list can begin. */
export const beginnings = [
  {value: '', label: 'What happens now'},
  {value: 'oldest', label: 'The oldest kept event'},
];

/**
 * What the type of events can be filtered by: each type, and all types of each kind.
 *
 * @returns {{value: string, label: string}[]}
 */
export function typeFilters() {
  const names = Object.keys(eventTypes);
  const kinds = [...new Set(names.map(name => name.slice(0, name.lastIndexOf('.'))))];
  return [
    {value: '', label: 'All types'},
    ...kinds.map(kind => ({value: fullType(`${kind}.*`), label: `${kind}.*`})),
    ...names.map(name => ({value: fullType(name), label: `${name}: ${eventTypes[name].title}`})),
  ];
}
