import {ServerSentEvents} from '../../../main/resources/web/app/live/server-sent-events.js';
import {equal, test} from '../harness.js';

const TEXT = '\uFEFF:\n\nid: a-1\nevent: user.created\ndata: {"a":1}\n\nid: a-2\r\ndata: one\r\ndata:  two\r\n\r\ndata\rid: a-3\r\r';
const MESSAGES = [
  {id: 'a-1', type: 'user.created', data: '{"a":1}'},
  {id: 'a-2', type: 'message', data: 'one\n two'},
  {id: 'a-3', type: 'message', data: ''},
];

test('A stream is read with every kind of line break', () => {
  const events = new ServerSentEvents();
  equal([...events.push(TEXT), ...events.push('\n')], MESSAGES);
});

test('The stream may be split anywhere', () => {
  for (let size = 1; size < TEXT.length; size += 1) {
    const events = new ServerSentEvents();
    const pieces = [];
    for (let start = 0; start < TEXT.length; start += size) {
      pieces.push(TEXT.slice(start, start + size));
    }
    equal([...pieces.flatMap(piece => events.push(piece)), ...events.push('\n')], MESSAGES);
  }
});

test('An incomplete event is not delivered', () => {
  equal(new ServerSentEvents().push('id: 1\ndata: cut off\n'), []);
});

test('Comments, unknown fields and events without data are ignored, and the id stays', () => {
  const events = new ServerSentEvents();
  equal(events.push(': ping\n\nretry: 5\nother: x\nid: 9\nevent: none\n\ndata: x\n\n'), [{id: '9', type: 'message', data: 'x'}]);
});
