import { afterEach, beforeEach, expect, test } from 'vitest';
import type { DeliveriesPage } from '../network/deliveries.ts';
import { SimulatedNetwork } from '../network/simulated-network.ts';
import { listen } from './listen.ts';

const ANNA = '+447700900001';
const BEN = '+447700900002';
let network: SimulatedNetwork;
let simulator: Awaited<ReturnType<typeof listen>>;
beforeEach(async () => {
  network = new SimulatedNetwork({ directory: null });
  simulator = await listen(network, { port: 0 });
});
afterEach(async () => {
  await simulator.close();
  network.close();
});

const act = (number: string, action: string, body: object) =>
  fetch(`${simulator.url}/simulator/accounts/${number}/${action}`, { method: 'POST', body: JSON.stringify(body) });
async function deliveries(to: string) {
  const answer = await fetch(`${simulator.url}/simulator/deliveries?to=${encodeURIComponent(to)}`);
  return ((await answer.json()) as DeliveriesPage).data;
}

test('a phone sends a file, a poll, an answer, a reaction and a vote; the bytes can be downloaded', async () => {
  const file = { base64: Buffer.from('pixels').toString('base64'), mimeType: 'image/png', fileName: 'a.png' };
  await act(ANNA, 'messages', { to: BEN, text: 'look', file });
  await act(ANNA, 'messages', { to: BEN, text: 'Tea?', poll: { options: ['yes', 'no'] } });
  const [image, poll] = await deliveries(BEN);
  expect(image).toMatchObject({ kind: 'media', text: 'look', media: { media: 'image', fileName: 'a.png', bytes: 6 } });
  expect(poll).toMatchObject({ kind: 'poll', poll: { options: ['yes', 'no'], selectable: 1 } });
  const bytes = await fetch(`${simulator.url}/simulator/files/${image?.media?.sha256}`);
  expect(await bytes.text()).toBe('pixels');
  expect((await fetch(`${simulator.url}/simulator/files/ff`)).status).toBe(404);

  await act(BEN, 'messages', { to: ANNA, text: 'nice', quotedId: image?.id });
  await act(BEN, 'react', { to: ANNA, messageId: image?.id, emoji: '👍' });
  await act(BEN, 'vote', { to: ANNA, messageId: poll?.id, options: ['yes'] });
  expect((await deliveries(ANNA)).map(({ kind, text, quotedId }) => [kind, text, quotedId])).toEqual([
    ['text', 'nice', image?.id],
    ['reaction', '👍', image?.id],
    ['vote', 'yes', poll?.id],
  ]);
});

test.each<[string, string, object]>([
  ['nothing to say', 'messages', { to: BEN }],
  ['a file without bytes', 'messages', { to: BEN, file: { base64: '', mimeType: 'image/png' } }],
  ['a file of no type', 'messages', { to: BEN, file: { base64: 'AAAA', mimeType: 'image' } }],
  ['a poll with invalid options', 'messages', { to: BEN, text: '?', poll: { options: 'yes' } }],
  ['a vote in no poll', 'vote', { to: BEN, messageId: '3EB0', options: ['yes'] }],
])('refuses %s by name', async (_what, action, body) => {
  const answer = await act(ANNA, action, body);
  expect(answer.status).toBe(422);
  expect(await answer.json()).toMatchObject({ message: expect.stringMatching(/^(text|file|poll|options)/) });
});
