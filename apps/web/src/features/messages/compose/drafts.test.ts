import { beforeEach, expect, it } from 'vitest';
import { memoryStorage } from '../../../../test/memory-storage.ts';
import { newValues } from './compose-values.ts';
import { type Draft, draftFor, readDrafts, writeDraft } from './drafts.ts';

let storage: ReturnType<typeof memoryStorage>;
beforeEach(() => {
  storage = memoryStorage();
});
const draft = (message: string, savedAtMs: number): Draft => ({
  values: { ...newValues(0, 'UTC'), message },
  savedAtMs,
});

it('offers the latest draft of a new message, and only its own draft for an edit', () => {
  writeDraft(storage, 'key', 'new 1', draft('first', 1));
  writeDraft(storage, 'key', 'new 2', draft('second', 2));
  writeDraft(storage, 'key', 'some-id', draft('edit', 3));
  const drafts = readDrafts(storage, 'key');
  expect(draftFor(drafts, null)).toEqual(['new 2', draft('second', 2)]);
  expect(draftFor(drafts, 'some-id')?.[1].values.message).toBe('edit');
  expect(draftFor(drafts, 'another-id')).toBeUndefined();
});

it('keeps the ten latest, separately for each person and workspace', () => {
  for (let at = 1; at <= 12; at += 1) writeDraft(storage, 'key', `new ${at}`, draft('x', at));
  expect(Object.keys(readDrafts(storage, 'key'))).toHaveLength(10);
  expect(readDrafts(storage, 'key')['new 1']).toBeUndefined();
  expect(readDrafts(storage, 'other key')).toEqual({});
});

it('reads invalid data as no drafts', () => {
  for (const text of ['no json', 'null', '[1]', '{"new 1": {"values": 3}}']) {
    storage.setItem('key', text);
    expect(readDrafts(storage, 'key')).toEqual({});
  }
});
