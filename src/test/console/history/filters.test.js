import {apiQuery, filtersOf, urlQuery} from '../../../main/resources/web/app/history/filters.js';
import {equal, test} from '../harness.js';

const filters = {types: ['session.revoked', 'user.updated'], actor: 'support:aino', key: 'k1'};

test('parses the URL that it has built', () => {
  equal(filtersOf(new URLSearchParams(urlQuery(filters))), filters);
  equal(filtersOf(new URLSearchParams('')), {types: [], actor: '', key: ''});
});

test('ignores unknown types', () => {
  equal(filtersOf(new URLSearchParams('type=user.updated,nope,toString')).types, ['user.updated']);
});

test('asks the API for the full types', () => {
  equal(apiQuery(filters), {
    type: ['io.useradmin.session.revoked', 'io.useradmin.user.updated'],
    actor: 'support:aino',
    key_id: 'k1',
  });
});
