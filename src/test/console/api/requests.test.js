import {curlOf, headersOf, urlOf} from '../../../main/resources/web/app/api/requests.js';
import {equal, test} from '../harness.js';

const get = {method: 'GET', path: '/api/users/{user_id}/sessions', scope: null};
const post = {method: 'POST', path: '/api/users/{user_id}/disable', scope: null};

test('Path and query are encoded', () => {
  equal(
    urlOf(get, {path: {user_id: 'auth0|a%b'}, query: {size: 5, client_id: 'a b', sort: '', page: null, type: ['x', 'y']}}),
    '/api/users/auth0%7Ca%25b/sessions?size=5&client_id=a+b&type=x&type=y',
  );
});

test('The query of a link to the next page is used unchanged', () => {
  equal(urlOf(get, {path: {user_id: 'u'}, query: {size: 5}, search: '?page=2&size=5'}), '/api/users/u/sessions?page=2&size=5');
});

test('A missing path parameter is an error of the console', () => {
  let message = '';
  try {
    urlOf(get);
  } catch (error) {
    message = String(error);
  }
  equal(message, 'Error: /api/users/{user_id}/sessions needs user_id');
});

/** With "..", the URL of an operation on one user would be that of an operation on the whole tenant. */
test('An id cannot change the path', () => {
  for (const user_id of ['.', '..', '', 'a/b', 'a\\b']) {
    let errors = [];
    try {
      urlOf(get, {path: {user_id}});
    } catch (error) {
      errors = error.errorsOf('user_id');
    }
    equal(errors.length, 1);
  }
  equal(urlOf(get, {path: {user_id: '%2e.'}}), '/api/users/%252e./sessions');
});

test('A body and a reason have their headers', () => {
  equal(headersOf({body: {}, reason: 'ticket 1'}), {'Content-Type': 'application/json', 'X-Reason': 'ticket 1'});
  equal(headersOf({reason: ''}), {});
});

test('A command has no key, and a shell expands no value', () => {
  equal(
    curlOf(post, {path: {user_id: "o'neill"}, body: {note: "it's $HOME"}, reason: "don't"}, 'https://example.com'),
    `curl -X POST -H "X-API-KEY: $KEY" -H 'Content-Type: application/json' -H 'X-Reason: don'\\''t' ` +
      `-d '{"note":"it'\\''s $HOME"}' 'https://example.com/api/users/o'\\''neill/disable'`,
  );
});
