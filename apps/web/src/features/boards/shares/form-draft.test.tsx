import { afterEach, expect, test } from 'vitest';
import { draftFromAddress, loadDraft, saveDraft } from './form-draft.ts';
import { findProof } from './use-proof.ts';

afterEach(() => localStorage.clear());

test('restores a draft of the same form after the page was closed, until it is sent', () => {
  saveDraft('one', { a: 'Chair', b: true });
  expect(loadDraft('one')).toEqual({ a: 'Chair', b: true });
  expect(loadDraft('two')).toEqual({});
  saveDraft('one', null);
  expect(loadDraft('one')).toEqual({});
});

test('leaves stored data alone that is not a draft', () => {
  localStorage.setItem('form-draft:one', '{"a":{"b":1},"c":"Chair"}');
  expect(loadDraft('one')).toEqual({ c: 'Chair' });
  localStorage.setItem('form-draft:one', 'null');
  expect(loadDraft('one')).toEqual({});
  localStorage.setItem('form-draft:one', '{');
  expect(loadDraft('one')).toEqual({});
});

test('prefills fields by name from the address and nothing else', () => {
  const fields = [
    { columnId: 'a', name: 'Full name' },
    { columnId: 'b', name: 'Email' },
  ];
  expect(draftFromAddress(fields, '?Full%20name=Ann&Other=x')).toEqual({ a: 'Ann' });
});

test('finds a proof with the required number of zero bits', async () => {
  const proof = await findProof('challenge', 8, new AbortController().signal);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`challenge:${proof}`));
  expect(new Uint8Array(digest)[0]).toBe(0);
  expect(await findProof('challenge', 0, new AbortController().signal)).toBe('');
});
