import {changesOf, clearDrafts, keepDraft, takeDraft} from '../../../main/resources/web/app/parts/drafts.js';
import {equal, test} from '../harness.js';

test('a draft is restored once', () => {
  keepDraft('a', {name: 'x'});
  keepDraft('b', {name: 'y'});

  equal(takeDraft('a'), {name: 'x'});
  equal(takeDraft('a'), {});
  equal(takeDraft('b'), {name: 'y'});
});

test('the last draft of a form is kept, an empty one is not', () => {
  keepDraft('a', {name: 'x'});
  keepDraft('a', {name: 'y'});
  keepDraft('a', {});

  equal(takeDraft('a'), {name: 'y'});
});

test('signing out deletes all drafts', () => {
  keepDraft('a', {name: 'x'});

  clearDrafts();

  equal(takeDraft('a'), {});
});

test('a draft has only the changed values', () => {
  equal(changesOf({name: 'a', note: '', primary: false}, {name: 'a', note: 'b', primary: true}), {note: 'b', primary: true});
  equal(changesOf({name: 'a'}, {name: 'a'}), {});
});
