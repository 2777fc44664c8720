import {isId} from '../api/requests.js';

/**
 * The URL of a view is in the fragment, which browsers do not send. So neither an email address in a search nor the id of
 * a user gets into the logs of servers and proxies.
 *
 * @typedef {{path: string, tag: string, title: string, load?: () => Promise<unknown>}} Route
 * @typedef {{route: Route, params: Record<string, string>, query: URLSearchParams}} Place
 */

/**
 * Finds the route of a fragment such as "#/users/alice?size=5".
 *
 * @param {readonly Route[]} routes
 * @param {string} fragment
 * @returns {Place | null}
 */
export function match(routes, fragment) {
  const [path, query] = split(fragment);
  for (const route of routes) {
    const params = matchPath(route.path, path);
    if (params !== null) {
      return {route, params, query: new URLSearchParams(query)};
    }
  }
  return null;
}

/** @param {string} fragment */
function split(fragment) {
  const text = fragment.replace(/^#/, '');
  const mark = text.indexOf('?');
  return mark < 0 ? [text, ''] : [text.slice(0, mark), text.slice(mark + 1)];
}

/**
 * @param {string} pattern
 * @param {string} path
 * @returns {Record<string, string> | null}
 */
function matchPath(pattern, path) {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) {
    return null;
  }
  /** @type {Record<string, string>} */
  const params = {};
  for (const [index, part] of wanted.entries()) {
    if (part.startsWith(':')) {
      const value = decode(given[index]);
      if (!isId(value)) {
        return null;
      }
      params[part.slice(1)] = value;
    } else if (part !== given[index]) {
      return null;
    }
  }
  return params;
}

/**
 * @param {string} text
 * @returns {string} empty if the text is not encoded correctly
 */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/**
 * The fragment of a view.
 *
 * @param {string} pattern the path of a route
 * @param {Record<string, string>} [params]
 * @param {Record<string, string | null | undefined>} [query] entries without a value are omitted
 */
export function linkTo(pattern, params = {}, query = {}) {
  const path = pattern.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name]));
  const entries = Object.entries(query).filter(([, value]) => value);
  const search = new URLSearchParams(/** @type {[string, string][]} */ (entries));
  return search.size === 0 ? `#${path}` : `#${path}?${search}`;
}

/**
 * What a place shows, without the query: a change of the query is a change within the view.
 *
 * @param {Place | null} place
 */
export function pathOf(place) {
  return place && linkTo(place.route.path, place.params);
}

/**
 * The title of a page.
 *
 * @param {Place | null} place
 */
export function titleOf(place) {
  return place ? [...Object.values(place.params), place.route.title].join(' · ') : 'Page not found';
}

/**
 * Opens a view after an action, unless the user has left the view of the action meanwhile.
 *
 * @param {Element} origin
 * @param {string} fragment
 */
export function goOn(origin, fragment) {
  if (origin.isConnected) {
    goTo(fragment);
  }
}

/**
 * Opens a view.
 *
 * @param {string} fragment
 * @param {{replace?: boolean}} [options] replace creates no new entry in the browser's history
 */
export function goTo(fragment, {replace = false} = {}) {
  if (replace) {
    history.replaceState(null, '', fragment);
    dispatchEvent(new HashChangeEvent('hashchange'));
  } else {
    location.hash = fragment;
  }
}
