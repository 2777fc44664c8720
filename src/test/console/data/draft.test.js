import {contested, draftOf, editOf, onTopOf, remarksOf} from '../../../main/resources/web/app/data/draft.js';
import {parse} from '../../../main/resources/web/app/data/json.js';
import {equal, test} from '../harness.js';

const version = (/** @type {string} */ text, etag = '"1"') => ({value: parse(text), etag});
const edited = (/** @type {string} */ base, /** @type {string} */ text) => ({base: version(base), text});

test('An unchanged draft changes nothing', () => {
  const edit = editOf(draftOf(version('{"a":1.10,"b":{"c":[]}}')));

  equal([edit.changes, edit.lost], [[], []]);
});

test('A text that is no JSON object has no changes', () => {
  for (const text of ['', '{', '[]', '1', 'null', '"x"', '{"a":1,}']) {
    equal(editOf(edited('{}', text)).value, null);
  }
});

test('A text with a duplicate member is not valid', () => {
  for (const text of ['{"a":1,"a":2}', '{"a":1,"\\u0061":2}', '{"b":[{"a":{},"a" : {}}]}', '{"__proto__":1,"__proto__":2}']) {
    equal(editOf(edited('{}', text)).value, null);
  }
  for (const text of ['{"a":{"a":"a"},"b":[{"a":"\\"a\\": \\\\"},{"a":1.10}]}', '{"__proto__":{"\\":":"x:"}}']) {
    equal(editOf(edited('{}', text)).value !== null, true);
  }
});

test('Mine on top of theirs keeps what only they changed', () => {
  const draft = edited('{"a":1,"b":1,"c":1}', '{"a":2,"b":1}');
  const result = onTopOf(draft, version('{"a":1,"b":3,"c":1,"d":4}', '"2"'));

  equal(parse(result.text), {a: 2, b: 3, d: 4});
  equal(result.base.etag, '"2"');
  equal(editOf(result).patch, {c: null, a: 2});
});

test('Conflicts are places that both changed differently', () => {
  const draft = edited('{"a":1,"b":1}', '{"a":2,"b":1}');

  equal(contested(draft, version('{"a":3,"b":1}')), ['/a']);
  equal(contested(draft, version('{"a":1,"b":3}')), []);
  equal(contested(draft, version('{"a":2,"b":1}')), []);
});

test('Errors of the service get their places in the document', () => {
  const errors = [
    {pointer: '/public_data/a/0', detail: 'x'},
    {pointer: '/public_data', detail: 'y'},
    {pointer: '/public_data_other', detail: 'z'},
    {header: 'X-Reason', detail: 'w'},
  ];

  equal(remarksOf({problem: {errors}}, 'public_data'), [
    {pointer: '/a/0', message: 'x'},
    {pointer: '', message: 'y'},
  ]);
  equal(remarksOf(null, 'public_data'), []);
});
