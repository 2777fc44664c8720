import {ProblemError} from '../../../main/resources/web/app/api/problem.js';
import {changesBetween, conflict} from '../../../main/resources/web/app/user/conflict.js';
import {equal, test} from '../harness.js';

const user = {disabled: false, claims: {name: 'Aino'}, emails: [{email: 'a@example.org'}], phone_numbers: [], idps: []};

test('names what has changed', () => {
  equal(changesBetween(user, user), []);
  equal(changesBetween(user, {...user, disabled: true, emails: []}), ['the state', 'the email addresses']);
  equal(changesBetween(user, {...user, claims: {name: 'Eino', locale: 'fi'}}), ['the claim name', 'the claim locale']);
});

test('names the password once', () => {
  equal(changesBetween(user, {...user, has_password: true, password_updated_at: 1}), ['the password']);
});

test('keeps the trace of the refusal and says what changed', () => {
  const refusal = new ProblemError({title: 'A precondition failed', status: 412, trace_id: 'abc'});
  const {problem} = conflict(refusal, user, {...user, disabled: true});
  equal([problem.status, problem.trace_id, problem.title], [412, 'abc', 'Somebody else has changed this user']);
  equal(problem.detail?.includes('Different now: the state.'), true);
});

test('does not mention invisible changes', () => {
  const refusal = new ProblemError({title: 'A precondition failed', status: 412});
  equal(conflict(refusal, user, user).problem.detail?.includes('Different now'), false);
});
