import {fullType, titleOfType} from '../../../main/resources/web/app/api/event-types.js';
import {equal, test} from '../harness.js';

test('has a title for each type', () => {
  equal(titleOfType(fullType('session.revoked')), 'Session revoked');
});

test('shows an unknown type unchanged', () => {
  equal(titleOfType('io.useradmin.toString'), 'io.useradmin.toString');
  equal(titleOfType('org.example.new'), 'org.example.new');
});
