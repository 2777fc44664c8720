import {plural} from '../parts/count.js';
import {nameOf} from '../parts/invisible.js';
import {isolated} from '../parts/isolated.js';

/**
 * @typedef {{key: string, names: string[], latitude: number, longitude: number, sessions: any[]}} Location
 * @typedef {{x: number, y: number, locations: Location[], sessions: any[]}} Place locations that share one circle, the largest first
 */

/**
 * The last location of a session, or null if it is unknown. The coordinates may be any text.
 *
 * @param {any} session
 */
export function coordinatesOf(session) {
  const {latitude, longitude} = session.last_metadata ?? {};
  const [lat, lon] = [latitude, longitude].map(text => (text?.trim() ? Number(text) : NaN));
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? {latitude: lat, longitude: lon} : null;
}

/**
 * The key of coordinates for URLs, or null.
 *
 * @param {any} session
 */
function locationKey(session) {
  const coordinates = coordinatesOf(session);
  return coordinates ? `${coordinates.latitude},${coordinates.longitude}` : null;
}

/**
 * Names such as "Hamburg, Germany".
 *
 * @param {any} session
 */
export function locationName(session) {
  const {city, region, country} = session.last_metadata ?? {};
  return [nameOf(city, region), country ? countryName(country) : undefined].filter(Boolean).join(', ');
}

/** @type {Intl.DisplayNames | undefined} created once, because that is slow */
let countryNames;

/** @param {string} code */
function countryName(code) {
  try {
    countryNames ??= new Intl.DisplayNames(['en'], {type: 'region'});
    return countryNames.of(code) ?? code;
  } catch {
    return code;
  }
}

/**
 * The circles of a map. Locations closer together than `distance` share one circle.
 *
 * @param {any[]} sessions
 * @param {(longitude: number, latitude: number) => [number, number]} project
 * @param {number} distance
 * @returns {Place[]} the largest first
 */
export function placesOf(sessions, project, distance) {
  /** @type {Place[]} */
  const places = [];
  for (const location of locationsOf(sessions)) {
    const [x, y] = project(location.longitude, location.latitude);
    const near = places.find(place => Math.hypot(place.x - x, place.y - y) < distance);
    if (near) {
      near.locations.push(location);
      near.sessions.push(...location.sessions);
    } else {
      places.push({x, y, locations: [location], sessions: [...location.sessions]});
    }
  }
  return places.sort((a, b) => b.sessions.length - a.sessions.length);
}

/**
 * @param {any[]} sessions
 * @returns {Location[]} the largest first
 */
function locationsOf(sessions) {
  /** @type {Map<string, Location>} */
  const locations = new Map();
  for (const session of sessions) {
    const key = locationKey(session);
    const coordinates = coordinatesOf(session);
    if (key !== null && coordinates !== null) {
      const location = locations.get(key) ?? {key, names: [], ...coordinates, sessions: []};
      location.sessions.push(session);
      locations.set(key, location);
    }
  }
  return [...locations.values()].map(named).sort((a, b) => b.sessions.length - a.sessions.length);
}

/** @param {Location} location */
function named(location) {
  return {...location, names: [...new Set(location.sessions.map(locationName).filter(Boolean))]};
}

/**
 * The place with a location, or undefined.
 *
 * @param {Place[]} places
 * @param {string | null} key
 */
export function placeWith(places, key) {
  return places.find(place => place.locations.some(location => location.key === key));
}

/**
 * @param {Place} place
 * @returns {string} such as "Hamburg, Germany and 2 more"
 */
export function placeName(place) {
  const names = [...new Set(place.locations.flatMap(location => location.names))];
  const first = names[0] ?? place.locations[0].key;
  return names.length > 1 ? `${isolated(first)} and ${names.length - 1} more` : first;
}

/** @param {number} count */
export function sessionsText(count) {
  return plural(count, 'session');
}
