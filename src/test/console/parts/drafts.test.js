import {changesOf, clearDrafts, keepDraft, takeDraft} from '../../../main/resources/web/app/parts/drafts.js';
import {equal, test} from '../harness.js';

test('a draft is taken once', () => {
  keepDraft('a', {name: 'x'});
  keepDraft('b', {name: 'y'});

  equal(takeDraft('a'), {name: 'x'});
  equal(takeDraft('a'), {});
  equal(takeDraft('b'), {name: 'y'});
});

test('the last draft of a form counts, and an empty one is none', () => {
  keepDraft('a', {name: 'x'});
  keepDraft('a', {name: 'y'});
  keepDraft('a', {});

  equal(takeDraft('a'), {name: 'y'});
});

test('nothing is left for the next user', () => {
  keepDraft('a', {name: 'x'});

  clearDrafts();

  equal(takeDraft('a'), {});
});

test('only what was changed is a draft', () => {
  equal(changesOf({name: 'a', note: '', primary: false}, {name: 'a', note: 'b', primary: true}), {note: 'b', primary: true});
  equal(changesOf({name: 'a'}, {name: 'a'}), {});
});
