import {format, isSame, parse, pointerTo} from '../../../main/resources/web/app/data/json.js';
import {equal, test} from '../harness.js';

test('Numbers keep their digits', () => {
  for (const text of ['12345678901234567890', '1.10', '1e400', '-0', '0.1', '7', '1E2', '123456789012345678901234567890.5']) {
    equal(JSON.stringify({a: [parse(text)]}), `{"a":[${text}]}`);
    equal(JSON.stringify(parse(`{"a":{"b":${text}}}`)), `{"a":{"b":${text}}}`);
  }
});

test('Numbers are equal only with the same digits, objects in any order', () => {
  equal(isSame(parse('1.10'), parse('1.1')), false);
  equal(isSame(parse('12345678901234567890'), parse('12345678901234567891')), false);
  equal(isSame(parse('{"a":1.10,"b":[2]}'), parse('{"b":[2],"a":1.10}')), true);
  equal(isSame(parse('[1,2]'), parse('[2,1]')), false);
  equal(isSame(parse('{"a":null}'), parse('{"b":null}')), false);
  equal(isSame(parse('{}'), parse('[]')), false);
  equal(isSame('1', 1), false);
});

test('Members with the names of inherited members are ordinary members', () => {
  const text = '{"__proto__":{"x":1},"constructor":2}';
  equal(JSON.stringify(parse(text)), text);
  equal(isSame(parse('{"constructor":1}'), parse('{"a":1}')), false);
});

test('Invisible characters are escaped, with the same meaning', () => {
  const value = {'a\u202e': 'b\u200bc\ufeff'};
  equal(format(value, 0), '{"a\\u202e":"b\\u200bc\\ufeff"}');
  equal(parse(format(value)), value);
});

test('A pointer escapes its separators', () => {
  equal(pointerTo('/x', 'a/b~c'), '/x/a~1b~0c');
});
