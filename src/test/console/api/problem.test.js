import {ProblemError, detailOf} from '../../../main/resources/web/app/api/problem.js';
import {equal, test} from '../harness.js';

test('The errors of a field are found by member, parameter and header', () => {
  const errors = [
    {pointer: '/name', detail: 'a'},
    {pointer: '/scopes/0', detail: 'b'},
    {pointer: '/names', detail: 'c'},
    {parameter: 'size', detail: 'd'},
    {header: 'X-Reason', detail: 'e'},
  ];
  const problem = new ProblemError({title: 'Invalid', status: 422, errors});
  const found = (/** @type {string} */ name) => problem.errorsOf(name).map(error => error.detail);

  equal(['name', '/name', 'scopes', 'size', 'X-Reason', 'other'].map(found), [['a'], ['a'], ['b'], ['d'], ['e'], []]);
});

test('A problem says nothing twice', () => {
  const detail = 'There is no such user.';

  equal(detailOf({title: 'There is no such user', status: 404, detail}), '');
  equal(detailOf({title: 'Invalid', status: 422, detail, errors: [{pointer: '/user_id', detail}]}), '');
  equal(detailOf({title: 'Invalid', status: 422, detail}), detail);
  equal(detailOf({title: 'Invalid', status: 422}), '');
});
