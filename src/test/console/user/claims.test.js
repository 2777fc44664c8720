import {claimFields, claims, claimsPatch} from '../../../main/resources/web/app/user/claims.js';
import {equal, test} from '../harness.js';

const typed = Object.fromEntries(Object.keys(claims).map(name => [name, '']));

test('sends only changed claims', () => {
  const base = {name: 'Aino', locale: 'fi-FI'};
  equal(claimsPatch(base, {...typed, ...base}), {});
  equal(claimsPatch(base, {...typed, ...base, name: 'Aino V', website: 'https://a.example'}), {
    name: 'Aino V',
    website: 'https://a.example',
  });
});

test('removes a claim whose field is empty', () => {
  equal(claimsPatch({name: 'Aino'}, typed), {name: null});
});

test('keeps a claim that somebody else has set in the meantime, and shows its value', () => {
  const fields = claimFields({name: 'Aino'}, {name: 'Eino', gender: 'male'});
  const hint = (/** @type {string} */ name) => fields.find(field => field.name === name)?.hint;
  equal(hint('name'), 'Somebody else has set it to: Eino');
  equal(hint('gender'), 'Somebody else has set it to: male');
  equal(hint('website'), undefined);
  equal(fields.find(field => field.name === 'name')?.value, 'Aino');
});

test('says that somebody else has removed a claim', () => {
  equal(claimFields({name: 'Aino'}, {})[0].hint, 'Somebody else has set it to: (nothing)');
});
