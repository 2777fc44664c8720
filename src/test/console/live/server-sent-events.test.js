import {ServerSentEvents} from '../../../main/resources/web/app/live/server-sent-events.js';
import {equal, test} from '../harness.js';

const TEXT = '\uFEFF:\n\nid: a-1\nevent: user.created\ndata: {"a":1}\n\nid: a-2\r\ndata: one\r\ndata:  two\r\n\r\ndata\rid: a-3\r\r';
const MESSAGES = [
  {type: 'user.created', data: '{"a":1}'},
  {type: 'message', data: 'one\n two'},
  {type: 'message', data: ''},
];

const LAST_ID = 'a-3';

test('A stream is read with every kind of line break', () => {
  const events = new ServerSentEvents();
  equal([...events.push(TEXT), ...events.push('\n')], MESSAGES);
  equal(events.lastId, LAST_ID);
});

test('The stream may be split anywhere', () => {
  for (let size = 1; size < TEXT.length; size += 1) {
    const events = new ServerSentEvents();
    const pieces = [];
    for (let start = 0; start < TEXT.length; start += size) {
      pieces.push(TEXT.slice(start, start + size));
    }
    equal([...pieces.flatMap(piece => events.push(piece)), ...events.push('\n')], MESSAGES);
    equal(events.lastId, LAST_ID);
  }
});

test('An incomplete event is not delivered', () => {
  const events = new ServerSentEvents();
  equal(events.push('id: 1\ndata: x\n\nid: 2\ndata: cut off\n'), [{type: 'message', data: 'x'}]);
  equal(events.lastId, '1');
});

test('Comments, unknown fields and events without data are ignored, and the id stays', () => {
  const events = new ServerSentEvents();
  equal(events.push(': ping\n\nretry: 5\nother: x\nid: 9\nevent: none\n\ndata: x\n\n'), [{type: 'message', data: 'x'}]);
  equal(events.lastId, '9');
});

test('An id without data counts', () => {
  const events = new ServerSentEvents();
  equal(events.push('id: 1\ndata: x\n\nid: 2\n'), [{type: 'message', data: 'x'}]);
  equal(events.lastId, '1');
  equal(events.push('\n'), []);
  equal(events.lastId, '2');
});
