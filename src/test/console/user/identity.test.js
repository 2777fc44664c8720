import {confirmedOnlyBy} from '../../../main/resources/web/app/user/identity.js';
import {equal, test} from '../harness.js';

const google = {authenticator: 'google', provider_user_id: '1'};
const user = {
  username: {idps: ['useradmin']},
  emails: [{idps: ['google']}, {idps: ['github']}],
  phone_numbers: [{idps: ['google', 'useradmin']}],
  idps: [google],
};

test('counts the identifiers that lose the authenticator', () => {
  equal(confirmedOnlyBy(user, google), 2);
});

test('counts none while another identity of the authenticator remains', () => {
  equal(confirmedOnlyBy({...user, idps: [google, {...google, provider_user_id: '2'}]}, google), 0);
});

test('counts for a user without a username', () => {
  equal(confirmedOnlyBy({...user, username: undefined}, google), 2);
});
