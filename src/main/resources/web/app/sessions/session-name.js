import {isolated} from '../parts/isolated.js';
import {shortened} from '../parts/short.js';
import {deviceName} from './device.js';
import {locationName} from './places.js';

/**
 * A text for a session, such as "Chrome 138 on Android 15, Hamburg, Germany".
 *
 * @param {any} session
 */
export function sessionName(session) {
  return partsOf(session).join(', ') || session.session_id;
}

/**
 * A text for one session only: several sessions can have the same device and place. The id has no invisible characters around it, so that
 * it can be copied.
 *
 * @param {any} session
 */
export function sessionText(session) {
  const address = session.last_metadata?.ip_address;
  const known = [...partsOf(session), address && `address ${shortened(address)}`].filter(Boolean);
  return [...known.map(isolated), `session ${session.session_id}`].join(', ');
}

/** @param {any} session */
function partsOf(session) {
  const userAgent = session.last_metadata?.user_agent;
  return [userAgent && deviceName(userAgent), shortened(locationName(session))].filter(Boolean);
}
