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

test('A draft is found again, only for its user and document', () => {
  const {unsent, calls} = drafts();
  unsent.keep('alice', 'private', {draft: edited, kept: null});

  equal(unsent.find('alice', 'private')?.draft, edited);
  equal([unsent.find('alice', 'public'), unsent.find('ben', 'private')], [null, null]);
  equal([unsent.has('alice', kinds), unsent.has('alice', ['public']), unsent.has('ben', kinds)], [true, false, false]);
  equal([unsent.isEmpty, calls.count], [false, 1]);
});

test('An unchanged draft is removed', () => {
  const {unsent} = drafts();
  unsent.keep('alice', 'public', {draft: edited, kept: null});
  unsent.keep('alice', 'public', {draft: untouched, kept: null});

  equal([unsent.find('alice', 'public'), unsent.isEmpty], [null, true]);
});

test('A kept text can be restored, and would be lost', () => {
  const {unsent} = drafts();
  unsent.keep('alice', 'public', {draft: untouched, kept: edited});

  equal(unsent.find('alice', 'public')?.kept, edited);
  equal([unsent.isEmpty, unsent.has('alice', kinds)], [false, false]);
});

test('A discarded text can be restored, but nobody wants it', () => {
  const {unsent} = drafts();
  const discarded = {...edited, isDiscarded: true};
  unsent.keep('alice', 'public', {draft: untouched, kept: discarded});

  equal(unsent.find('alice', 'public')?.kept, discarded);
  equal([unsent.isEmpty, unsent.has('alice', kinds)], [true, false]);
});

test('Signing out removes everything', () => {
  const {unsent} = drafts();
  unsent.keep('alice', 'public', {draft: edited, kept: null});
  unsent.clear();

  equal([unsent.find('alice', 'public'), unsent.isEmpty], [null, true]);
});
