import {isSame, parse} from '../../../main/resources/web/app/data/json.js';
import {applied, changes, difference, overlap} from '../../../main/resources/web/app/data/merge-patch.js';
import {equal, test} from '../harness.js';

/** @param {string} base @param {string} edited */
const patchOf = (base, edited) => difference(parse(base), parse(edited));

test('The patch has the differences, and null for removed members', () => {
  const {patch, lost} = patchOf('{"a":1,"b":2,"c":{"d":3,"e":4}}', '{"a":1,"b":5,"c":{"d":3,"f":6}}');

  equal(patch, {b: 5, c: {e: null, f: 6}});
  equal(lost, []);
});

test('Applied to the base, the patch gives the edited document', () => {
  const documents = [
    '{}',
    '{"a":1}',
    '{"a":{}}',
    '{"a":{"b":{"c":[1,{"d":null}]}}}',
    '{"a":[null]}',
    '{"a":"x","__proto__":{"y":1},"constructor":2}',
    '{"n":12345678901234567890,"m":1.10}',
  ];
  for (const base of documents) {
    for (const edited of documents) {
      const {patch, lost} = patchOf(base, edited);
      equal(lost, []);
      equal(isSame(applied(parse(base), patch), parse(edited)), true);
    }
  }
});

test('The examples of RFC 7396 have the documented results', () => {
  const examples = [
    ['{"a":"b"}', '{"a":"c"}', '{"a":"c"}'],
    ['{"a":"b"}', '{"b":"c"}', '{"a":"b","b":"c"}'],
    ['{"a":"b"}', '{"a":null}', '{}'],
    ['{"a":"b","b":"c"}', '{"a":null}', '{"b":"c"}'],
    ['{"a":["b"]}', '{"a":"c"}', '{"a":"c"}'],
    ['{"a":"c"}', '{"a":["b"]}', '{"a":["b"]}'],
    ['{"a":{"b":"c"}}', '{"a":{"b":"d","c":null}}', '{"a":{"b":"d"}}'],
    ['{"a":[{"b":"c"}]}', '{"a":[1]}', '{"a":[1]}'],
    ['["a","b"]', '["c","d"]', '["c","d"]'],
    ['{"a":"b"}', '["c"]', '["c"]'],
    ['{"a":"foo"}', 'null', 'null'],
    ['{"e":null}', '{"a":1}', '{"e":null,"a":1}'],
    ['[1,2]', '{"a":"b","c":null}', '{"a":"b"}'],
    ['{}', '{"a":{"bb":{"ccc":null}}}', '{"a":{"bb":{}}}'],
  ];
  for (const [target, patch, result] of examples) {
    equal(applied(parse(target), parse(patch)), parse(result));
  }
});

test('A new null cannot be sent, an existing one stays', () => {
  equal(patchOf('{"a":1}', '{"a":null}'), {patch: {}, lost: ['/a']});
  equal(patchOf('{}', '{"a":{"b/c":null,"d":1}}'), {patch: {a: {d: 1}}, lost: ['/a/b~1c']});
  equal(patchOf('{"a":null}', '{"a":null,"b":1}'), {patch: {b: 1}, lost: []});
  equal(patchOf('{"a":{"b":null}}', '{"a":{"b":null,"c":1}}'), {patch: {a: {c: 1}}, lost: []});
});

test('Changes are named place by place', () => {
  const base = parse('{"a":{"b":1,"c":2},"d":[1],"e":"x"}');
  const {patch} = difference(base, parse('{"a":{"b":1,"c":3},"d":[1,2],"f":{"g":1}}'));

  equal(changes(base, patch), [
    {pointer: '/e', kind: 'removed', before: 'x'},
    {pointer: '/a/c', kind: 'changed', before: 2, after: 3},
    {pointer: '/d', kind: 'changed', before: [1], after: [1, 2]},
    {pointer: '/f', kind: 'added', after: {g: 1}},
  ]);
});

test('Changes overlap at the same place and below it', () => {
  const at = (/** @type {string[]} */ ...pointers) => pointers.map(pointer => ({pointer, kind: /** @type {const} */ ('removed')}));

  equal(overlap(at('/a', '/b/c', '/d'), at('/a', '/b', '/dd', '/d/e')), ['/a', '/b/c', '/d']);
  equal(overlap(at('/a'), at('/ab', '/b')), []);
});
