import {draftOf} from '../../../main/resources/web/app/data/draft.js';
import {UnsentDrafts} from '../../../main/resources/web/app/data/unsent-drafts.js';
import {equal, test} from '../harness.js';

const untouched = draftOf({value: {a: 1}, etag: '"1"'});
const edited = {...untouched, text: '{"a": 2'};
const kinds = ['public', 'private'];

function drafts() {
  const calls = {count: 0};
  return {calls, unsent: new UnsentDrafts(() => (calls.count += 1))};
}

test('What was typed is found again, for its user and document only', () => {
  const {unsent, calls} = drafts();
  unsent.keep('alice', 'private', {draft: edited, kept: null});

  equal(unsent.find('alice', 'private')?.draft, edited);
  equal([unsent.find('alice', 'public'), unsent.find('ben', 'private')], [null, null]);
  equal([unsent.has('alice', kinds), unsent.has('alice', ['public']), unsent.has('ben', kinds)], [true, false, false]);
  equal([unsent.isEmpty, calls.count], [false, 1]);
});

test('A draft that is as it was loaded is forgotten', () => {
  const {unsent} = drafts();
  unsent.keep('alice', 'public', {draft: edited, kept: null});
  unsent.keep('alice', 'public', {draft: untouched, kept: null});

  equal([unsent.find('alice', 'public'), unsent.isEmpty], [null, true]);
});

test('A text that was put aside can be restored, but nobody is asked about it', () => {
  const {unsent} = drafts();
  unsent.keep('alice', 'public', {draft: untouched, kept: edited});

  equal(unsent.find('alice', 'public')?.kept, edited);
  equal([unsent.isEmpty, unsent.has('alice', kinds)], [true, false]);
});

test('Whoever signs out leaves nothing', () => {
  const {unsent} = drafts();
  unsent.keep('alice', 'public', {draft: edited, kept: null});
  unsent.clear();

  equal([unsent.find('alice', 'public'), unsent.isEmpty], [null, true]);
});
