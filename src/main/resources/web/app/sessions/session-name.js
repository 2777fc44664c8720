import {shortened} from '../parts/short.js';
import {deviceName} from './device.js';
import {locationName} from './places.js';

/**
 * A text for a session, such as "Chrome 138 on Android 15, Hamburg, Germany".
 *
 * @param {any} session
 */
export function sessionName(session) {
  return [deviceName(session.last_metadata?.user_agent), shortened(locationName(session))].filter(Boolean).join(', ');
}
