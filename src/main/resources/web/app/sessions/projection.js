import {geoNaturalEarth1, geoPath} from 'd3-geo';
import {land} from './land.js';

/** The size of the map, in its own units. */
export const WIDTH = 960;
export const HEIGHT = 470;

const projection = geoNaturalEarth1().fitSize([WIDTH, HEIGHT], {type: 'Sphere'});
const path = geoPath(projection).digits(1);

/** The data of two SVG paths. */
export const outlines = {globe: path({type: 'Sphere'}), land: path(land)};

/**
 * @param {number} longitude
 * @param {number} latitude
 * @returns {[number, number]}
 */
export function project(longitude, latitude) {
  return projection([longitude, latitude]);
}
