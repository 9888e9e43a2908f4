import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { englishTexts, inEnglish, readText } from '@switchyard/contracts/text/registry';
import '@switchyard/contracts/refusals';
import '@switchyard/contracts/text/text';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/platform/database/database.ts';
import { serverDirectory } from '../../src/platform/paths.ts';
import { createTestDatabase } from '../test-database.ts';

const [migration = ''] = globSync('migrations/*_say_reasons_as_values.sql', { cwd: serverDirectory });
/** The statements that create the function with which the migration parses a sentence. */
const PREPARING = readFileSync(join(serverDirectory, migration), 'utf8')
  .split('--> statement-breakpoint')
  .slice(0, 5)
  .join('')
  .replaceAll('ON COMMIT DROP', '');

let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ database, drop } = await createTestDatabase());
});
afterAll(() => drop());

async function read(sentences: readonly string[]): Promise<(string | null)[]> {
  const client = await database.pool.connect();
  try {
    await client.query(PREPARING);
    const { rows } = await client.query<{ text: string | null }>(
      'select pg_temp.text_of(one) as text from unnest($1::text[]) with ordinality as said (one, at) order by at',
      [sentences],
    );
    return rows.map(({ text }) => text);
  } finally {
    client.release(true);
  }
}

test.each([
  ['Somebody ended it.', '{"code":"sessionEnded"}'],
  ['It answered 500.', '{"code":"callAnswered","data":{"status":"500"}}'],
  [
    'It has sent 20 messages to this chat within 10 minutes.',
    '{"code":"sessionTooMany","data":{"count":20,"minutes":10}}',
  ],
  [
    'It costs 12000 credits, one for each reader, and 3 are left. There are new ones on 2026-12-01.',
    '{"code":"campaignCredits","data":{"needed":12000,"left":3,"date":"2026-12-01"}}',
  ],
  [
    'WhatsApp didn’t respond. An earlier try was never answered, so it may have arrived all the same. Check the chat before sending it again.',
    '{"code":"sentDoubtful","data":{"reason":{"code":"whatsappSilent"}}}',
  ],
  [
    'The connection couldn’t do it: the "engine" is paired.',
    '{"code":"engineCouldNot","data":{"reason":"the \\"engine\\" is paired"}}',
  ],
  ['socket hang up', null],
  ['He said: Somebody ended it.', null],
])('%s', async (sentence, stored) => {
  expect(await read([sentence])).toEqual([stored]);
});

test('each converted sentence means the same in today’s wording', async () => {
  const sentences = [...englishTexts.values()].map((words) => words.replace(/\{\{\w+\}\}/g, '7'));
  const texts = await read(sentences);
  expect(texts.filter((text) => text !== null).length).toBeGreaterThan(100);
  texts.forEach((text, at) => {
    if (text !== null) expect(inEnglish(readText(text))).toBe(sentences[at]);
  });
});
