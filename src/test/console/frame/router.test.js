import {linkTo, match} from '../../../main/resources/web/app/frame/router.js';
import {equal, test} from '../harness.js';

const routes = ['/users', '/users/:user_id', '/users/:user_id/sessions'].map(path => ({
  path,
  tag: path,
  title: path,
  load: async () => {},
}));

test('A fragment finds its route, with parameters and query', () => {
  const place = match(routes, '#/users/alice/sessions?client_id=web&sort=expires_at%3A1');

  equal(place?.route.path, '/users/:user_id/sessions');
  equal(place?.params, {user_id: 'alice'});
  equal([...(place?.query ?? [])], [
    ['client_id', 'web'],
    ['sort', 'expires_at:1'],
  ]);
});

test('A link leads to its route and parameters', () => {
  for (const user_id of ['alice', 'auth0|5f7c', 'a?b#c', 'ä %2F', '...', 'x&y=z', '‮evil']) {
    const place = match(routes, linkTo('/users/:user_id', {user_id}, {tab: user_id, empty: ''}));
    equal(place?.params, {user_id});
    equal([...(place?.query ?? [])], [['tab', user_id]]);
  }
});

test('An unknown path has no route', () => {
  for (const fragment of ['', '#', '#/', '#/nothing', '#/users/', '#/users/%', '#/users/a/b/c', '#users', '#/users/..', '#/users/%2E%2E/sessions', '#/users/.']) {
    equal(match(routes, fragment), null);
  }
});
