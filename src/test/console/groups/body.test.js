import {groupBody} from '../../../main/resources/web/app/groups/body.js';
import {equal, test} from '../harness.js';

test('omits an empty description', () => {
  equal(groupBody({name: 'Staff', description: ''}), {name: 'Staff'});
  equal(groupBody({name: 'Staff', description: 'All of us'}), {name: 'Staff', description: 'All of us'});
});
