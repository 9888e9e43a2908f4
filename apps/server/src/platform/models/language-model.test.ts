import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type ModelServer, startModelServer } from '../../../test/model-server.ts';
import { isRemote } from './endpoint.ts';
import { extract, generateText } from './language-model.ts';

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());

const asks = { system: 'Be short.', messages: [{ role: 'user' as const, content: 'Hello' }], timeoutMs: 10_000 };
const endpoint = () => ({ baseUrl: server.baseUrl, apiKey: 'k', model: 'm' });

test('generates a text, and returns its token usage', async () => {
  server.script({ text: 'Good morning.' });
  expect(await generateText(endpoint(), asks)).toEqual({ text: 'Good morning.', usage: { input: 100, output: 20 } });
  expect(server.requests[0]?.messages).toEqual([
    { role: 'system', content: 'Be short.' },
    { role: 'user', content: 'Hello' },
  ]);
});

test('extracts values that fit a schema, and rejects others', async () => {
  const schema = z.object({ city: z.string().describe('Where they live') });
  server.script({ text: 'Here it is:\n```json\n{"city":"Paris"}\n```' });
  expect((await extract(endpoint(), { ...asks, schema })).value).toEqual({ city: 'Paris' });
  // The model gets the schema's descriptions.
  expect(JSON.stringify(server.requests[0]?.messages[0])).toContain('Where they live');
  server.script({ text: 'I do not know.' });
  await expect(extract(endpoint(), { ...asks, schema })).rejects.toMatchObject({ name: 'ModelFault' });
  server.script({ text: '{"town":1}' });
  await expect(extract(endpoint(), { ...asks, schema })).rejects.toMatchObject({ name: 'ModelFault' });
});

test('reaches no machine around the server through an address named by a workspace', async () => {
  const before = server.requests.length;
  await expect(generateText({ ...endpoint(), isGuarded: true }, asks)).rejects.toMatchObject({ kind: 'away' });
  expect(server.requests).toHaveLength(before);
});

test.each([
  ['http://localhost:11434/v1', false],
  ['http://192.168.1.7/v1', false],
  ['http://127.0.0.1/v1', false],
  ['https://api.example.com/v1', true],
  ['https://10.example.com/v1', true],
  ['https://localhost.example.com/v1', true],
])('considers %s remote: %s', (baseUrl, remote) => {
  expect(isRemote({ baseUrl })).toBe(remote);
});
