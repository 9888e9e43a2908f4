import { afterAll, beforeAll, expect, test } from 'vitest';
import { act } from '../../../../test/act.ts';
import { makeJudgedBase } from '../../../../test/knowledge-questions/judged-base.ts';
import { createTestDatabase } from '../../../../test/test-database.ts';
import { newId } from '../../../platform/database/columns.ts';
import type { Database } from '../../../platform/database/database.ts';
import { knowledgeDocuments } from '../knowledge.schema.ts';
import { languageOfBase, replacePassages } from '../passages/store-passages.ts';
import type { DocumentKind } from '../reading/document-kind.ts';
import { readContent } from '../reading/read-content.ts';
import { addEntry } from '../write-entry.ts';
import { searchKnowledge } from './search-knowledge.ts';

let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ database, drop } = await createTestDatabase(4));
});
afterAll(() => drop());

/** A base with these texts. Asking it returns a bot's answer, or null if it has none. */
async function createBase(kind: DocumentKind, text: string, entries: readonly string[] = []) {
  const { db } = database;
  const { workspaceId, baseId } = await makeJudgedBase(db, entries);
  const documentId = newId();
  const place = { workspaceId, knowledgeBaseId: baseId, url: 'https://example.test/', readingId: newId() };
  await db.insert(knowledgeDocuments).values({ ...place, id: documentId, title: 'Ours', state: 'ready' });
  const bytes = new Uint8Array(Buffer.from(text));
  const baseLanguage = await languageOfBase(db, baseId, documentId);
  const read = await readContent({ kind, charset: undefined, baseLanguage, bytes }, () => undefined);
  await replacePassages(db, { knowledgeBaseId: baseId, documentId }, read);
  return {
    workspaceId,
    baseId,
    ask: async (question: string) => {
      const found = await searchKnowledge(db, workspaceId, { knowledgeBaseIds: [baseId], question, limit: 3 });
      return found.isKnown ? (found.passages[0]?.answer ?? null) : null;
    },
  };
}

const RULES = `The boat house stands at the southern end of the lake and belongs to the Hansen family. It was built in 1911 and burnt down twice.

Canoes are given out at the wooden pier, and whoever is under sixteen brings an adult along, who signs the book that lies on the table. Paddles and vests lie ready in the shed beside it. A canoe that comes back late costs ten euros for each hour that has begun. Please rinse the vests with fresh water when you return. Thank you for hanging them up to dry.`;
const PRICES = 'Boat,Half day,Sesame\nCanoe,42,no\nKayak,36,no\nChallah,3,yes';

test('answers with the relevant sentences of a long passage, and with a whole row', async () => {
  const { ask } = await createBase('text', RULES);
  expect(await ask('What does a canoe cost that comes back late?')).toMatch(/^A canoe that comes back late costs ten/);
  expect(await ask('Which family does the boat house belong to?')).toMatch(/^The boat house .* burnt down twice\.$/);
  const prices = await createBase('csv', PRICES, ['We open at nine on weekdays and close when it gets dark.']);
  expect(await prices.ask('half day in the canoe, how much is it please?')).toBe(
    'Boat: Canoe\nHalf day: 42\nSesame: no',
  );
});

test.each([
  ['plainly', 'is there sesame in the challah'],
  ['with greetings around it', 'hi guys, just wondering, is there any sesame in the challah? thanks'],
  ['with a letter missing', 'is there sesame in the chalah'],
  ['with two letters swapped', 'is there sesame in the chlalah'],
])('finds a row by its rare word, asked %s', async (_how, question) => {
  const { ask } = await createBase('csv', PRICES, ['We open at nine.', 'There is sesame oil for sale in the shop.']);
  expect(await ask(question)).toBe('Boat: Challah\nHalf day: 3\nSesame: yes');
});

test('rejects what is not in it, however much is written around it', async () => {
  const { ask } = await createBase('csv', PRICES, ['We open at nine.']);
  expect(await ask('hi, how much is a surfboard please?')).toBeNull();
  expect(await ask('whats the wifi password')).toBeNull();
});

test('returns an answer written by a person in full', async () => {
  const { workspaceId, baseId, ask } = await createBase('csv', PRICES);
  const text =
    'No.\n\nWe had a dog once. It bit a guest. Since then dogs wait outside of the gate, where there is water.';
  const who = { userId: newId(), workspaceId };
  await act(database.db, who, addEntry, { id: baseId, kind: 'answer', title: 'May I bring my dog?', text });
  expect(await ask('may i bring my dog')).toBe(text);
});
