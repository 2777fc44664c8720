import {eventTypes, fullType} from '../api/event-types.js';

/** The possible starts of the list. */
export const beginnings = [
  {value: '', label: 'What happens now'},
  {value: 'oldest', label: 'The oldest kept event'},
];

/**
 * The options for the type filter: each type, and all types of each kind.
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
