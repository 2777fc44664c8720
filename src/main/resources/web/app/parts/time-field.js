import {field} from './field.js';
import {toLocal} from './local-time.js';
import {isoTime} from './relative-time.js';

/**
 * A field for a date and time. Browsers have such fields only for the local time, so the label names the zone, and the hint has the time
 * in UTC, as everywhere else.
 *
 * @param {import('./field.js').FieldOptions & {seconds: number | null}} options seconds since the Unix epoch
 */
export function timeField({seconds, label, hint, ...options}) {
  const value = toLocal(seconds);
  const utc = value ? `In UTC: ${isoTime(Number(seconds))}` : '';
  return field({
    ...options,
    label: `${label} (${Intl.DateTimeFormat().resolvedOptions().timeZone})`,
    hint: [hint, utc].filter(Boolean).join(' '),
    type: 'datetime-local',
    value,
  });
}
