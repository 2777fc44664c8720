import {setClock} from '../../../main/resources/web/app/api/clock.js';
import {ProblemError, detailOf, secondsOf, unreachable} from '../../../main/resources/web/app/api/problem.js';
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

test('Only a refusal says for certain that nothing was changed', () => {
  const isKnown = (/** @type {number} */ status, type = '') => new ProblemError({title: '', status, type}).isOutcomeKnown;

  equal([0, 500, 502, 503, 504].map(status => isKnown(status)), [false, false, false, false, false]);
  equal([401, 404, 409, 422, 429].map(status => isKnown(status)), [true, true, true, true, true]);
  equal(isKnown(409, 'urn:useradmin:problem:idempotency-key-in-use'), false);
});

test('A retry waits for seconds, or until a date of the service, whose clock may differ', () => {
  const hourAhead = Date.now() + 3_600_000;
  const dateIn = (/** @type {number} */ seconds) => new Date(hourAhead + seconds * 1000).toUTCString();
  setClock(dateIn(0), Date.now(), Date.now());

  equal(['0', '600', '', 'soon'].map(secondsOf), [0, 600, null, null]);
  equal(Math.abs((secondsOf(dateIn(600)) ?? 0) - 600) <= 1, true);
  equal(secondsOf(dateIn(-600)), 0);
});

test('Only for a change, the outcome is unknown without a response', () => {
  const says = (/** @type {boolean} */ isChange) => /outcome is unknown/.test(unreachable(isChange).message);

  equal([true, false].map(says), [true, false]);
});
