import { expect, it } from 'vitest';
import { fakeServer } from '../../../../test/fake-server.ts';
import { readAnswers } from './export-answers.ts';

const server = fakeServer();
const ID = '019a0000-0000-7000-8000-000000000010';
const ANSWERS = `GET /api/bots/${ID}/answers`;

it('includes each conversation once, even if others start meanwhile, and says when some are missing', async () => {
  const row = (number: number) => ({
    sessionId: `019a0000-0000-7000-8000-${String(number).padStart(12, '0')}`,
    contactName: 'Ann',
    chat: '+447700900001',
    createdAt: '2026-11-20T09:00:00.000Z',
    values: { people: number },
  });
  // Newest first; another conversation starts before each further page.
  let started = 700;
  server.on(ANSWERS, ({ url }) => {
    const [skip, limit] = [Number(url.searchParams.get('skip')), Number(url.searchParams.get('limit'))];
    const newest = started;
    started += 1;
    const numbers = Array.from({ length: newest }, (_, at) => newest - at).slice(skip, skip + limit);
    return { data: numbers.map(row), total: newest, variables: ['people'] };
  });
  const { rows, variables, isWhole } = await readAnswers(ID);
  expect(rows.map(({ values }) => values.people)).toEqual(Array.from({ length: 700 }, (_, at) => 700 - at));
  expect([variables, isWhole]).toEqual([['people'], true]);
  const limited = await readAnswers(ID, 100);
  expect([limited.rows.length, limited.isWhole]).toEqual([100, false]);
});
