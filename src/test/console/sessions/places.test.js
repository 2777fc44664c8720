import {coordinatesOf, locationName, placeName, placeWith, placesOf} from '../../../main/resources/web/app/sessions/places.js';
import {equal, test} from '../harness.js';

const at = (latitude, longitude, more = {}) => ({last_metadata: {latitude, longitude, ...more}});
const flat = (longitude, latitude) => [longitude, latitude];

test('Coordinates are valid numbers, or unknown', () => {
  const known = [at('60.45', '22.27'), at('-90', '180'), at('0', '0')];
  equal(known.map(coordinatesOf), [
    {latitude: 60.45, longitude: 22.27},
    {latitude: -90, longitude: 180},
    {latitude: 0, longitude: 0},
  ]);
  const unknown = [at('', ''), at(' ', '1'), at('abc', '1'), at('91', '1'), at('1', '181'), at('NaN', '1'), at('1'), {last_metadata: {}}, {}];
  equal(unknown.map(coordinatesOf), unknown.map(() => null));
});

test('Sessions of one location share a place, the largest first', () => {
  const places = placesOf([at('1', '50'), at('2', '0'), at('2.0', '0'), {}], flat, 5);
  equal(places.map(place => [place.x, place.y, place.sessions.length]), [[0, 2, 2], [50, 1, 1]]);
});

test('Nearby locations share the circle of the largest one', () => {
  const places = placesOf([at('0', '3'), at('0', '0'), at('0', '0'), at('0', '5')], flat, 5);
  equal(places.map(place => [place.x, place.sessions.length]), [[0, 3], [5, 1]]);
  equal(placeWith(places, '0,3') === places[0], true);
  equal(placeWith(places, '0,5') === places[1], true);
  equal(placeWith(places, '7,7'), undefined);
  equal(placeWith(places, null), undefined);
});

test('A place is named after its largest location', () => {
  const named = [at('0', '1', {city: 'Turku'}), at('0', '0', {city: 'Oulu'}), at('0', '0', {city: 'Oulu'})];
  equal(placesOf(named, flat, 5).map(placeName), ['\u2068Oulu\u2069 and 1 more']);
  equal(placesOf([at('1', '2')], flat, 5).map(placeName), ['1,2']);
});

test('An unknown country is shown unchanged', () => {
  equal(locationName(at('0', '0', {region: 'Somewhere', country: '<b>'})), 'Somewhere, <b>');
  equal(locationName({}), '');
  equal(locationName(at('0', '0', {city: ' ', region: 'Uusimaa', country: '<b>'})), 'Uusimaa, <b>');
});
