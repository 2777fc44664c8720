import {fullType, titleOfType} from '../../../main/resources/web/app/api/event-types.js';
import {equal, test} from '../harness.js';

test('says a type in words', () => {
  equal(titleOfType(fullType('session.revoked')), 'Session revoked');
});

test('shows a type that it does not know as it is', () => {
  equal(titleOfType('io.useradmin.toString'), 'io.useradmin.toString');
  equal(titleOfType('org.example.new'), 'org.example.new');
});
