import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { VirtualClock } from '../time/clock.ts';
import type { Body, MediaBody } from './body.ts';
import type { Link } from './link.ts';
import type { StoredMessage } from './model.ts';
import { SimulatedNetwork } from './simulated-network.ts';

const ANNA = '+447700900001';
const BEN = '+447700900002';
const pixels = new TextEncoder().encode('pixels');

function connect(network: SimulatedNetwork, account: string): { link: Link; received: StoredMessage[] } {
  const received: StoredMessage[] = [];
  const link = network.connect(
    { device: `device of ${account}`, secret: 'secret', account },
    {
      receipts: () => undefined,
      messages: (messages) => received.push(...messages),
      restriction: () => undefined,
      closed: () => undefined,
    },
  );
  if (!link) throw new Error('refused');
  return { link, received };
}
const mediaOf = (network: SimulatedNetwork, words: Partial<MediaBody> = {}): MediaBody => ({
  kind: 'media',
  text: 'look',
  media: 'image',
  mimeType: 'image/png',
  fileName: null,
  ...network.files.add(pixels),
  ...words,
});

describe('messages beyond text', () => {
  let directory: string;
  let network: SimulatedNetwork;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'switchyard-network-'));
    network = new SimulatedNetwork({ directory, clock: new VirtualClock() });
  });
  afterEach(() => {
    network.close();
    rmSync(directory, { recursive: true, force: true });
  });

  test('arrive as they were sent, also after a restart of the network', async () => {
    const bodies: Body[] = [
      { kind: 'text', text: 'plain' },
      { kind: 'text', text: 'an answer', quotedId: '3EB001' },
      { kind: 'text', text: 'encoded', proto: 'CgVoZWxsbw==' },
      mediaOf(network, { fileName: 'a.png', proto: 'AAAA' }),
      { kind: 'poll', text: 'Tea?', options: ['yes', 'no'], selectable: 1 },
      { kind: 'reaction', text: '👍', quotedId: '3EB001' },
      { kind: 'vote', text: 'yes', quotedId: '3EB001', options: ['yes'] },
      { kind: 'other', text: '' },
    ];
    const { link } = connect(network, ANNA);
    for (const [at, body] of bodies.entries()) {
      expect(await link.send({ id: `3EB00${at}`, to: BEN, body })).toMatchObject({ kind: 'accepted' });
    }
    network.close();
    network = new SimulatedNetwork({ directory, clock: new VirtualClock() });
    const { received } = connect(network, BEN);
    await Promise.resolve();
    expect(received.map(({ body }) => body)).toEqual(bodies);
    const [, answer, , media, poll] = network.deliveries.page(BEN, 10, 0).data;
    expect(answer).toMatchObject({ kind: 'text', media: null, poll: null, quotedId: '3EB001' });
    const { sha256 } = network.files.add(pixels);
    expect(media?.media).toEqual({ media: 'image', mimeType: 'image/png', fileName: 'a.png', bytes: 6, sha256 });
    expect(network.files.read(sha256)).toEqual(pixels);
    expect(poll).toMatchObject({ text: 'Tea?', poll: { options: ['yes', 'no'], selectable: 1 }, quotedId: null });
  });

  test('with the same content, encoded differently under another id, count as sent twice', async () => {
    const { link } = connect(network, ANNA);
    for (const id of ['3EB01', '3EB02']) await link.send({ id, to: BEN, body: mediaOf(network, { proto: id }) });
    expect(network.deliveries.page(BEN, 10, 0)).toMatchObject({ total: 2, duplicates: 1 });
  });

  test.each<[string, Body, string]>([
    ['a file that was never added', { ...mediaBody(), sha256: 'ff' }, 'no-such-file'],
    ['an empty file', { ...mediaBody(), bytes: 0 }, 'bad-message'],
    ['a poll of one option', { kind: 'poll', text: '?', options: ['yes'], selectable: 1 }, 'bad-message'],
    ['a poll with an option twice', { kind: 'poll', text: '?', options: ['a', 'a'], selectable: 1 }, 'bad-message'],
    ['a poll with too much choice', { kind: 'poll', text: '?', options: ['a', 'b'], selectable: 3 }, 'bad-message'],
    ['a reaction to nothing', { kind: 'reaction', text: '👍', quotedId: '' }, 'bad-message'],
  ])('refuses %s', async (_what, body, code) => {
    const { link } = connect(network, ANNA);
    expect(await link.send({ id: '3EB01', to: BEN, body })).toMatchObject({ kind: 'rejected', code });
    expect(network.deliveries.totals().messages).toBe(0);
  });

  test('phones react and vote; a vote must be for an option of the poll', async () => {
    const { link, received } = connect(network, ANNA);
    const poll: Body = { kind: 'poll', text: 'Tea?', options: ['yes', 'no'], selectable: 1 };
    await link.send({ id: '3EB01', to: BEN, body: poll });
    await network.phones.react(BEN, ANNA, '3EB01', '👍');
    await network.phones.vote(BEN, ANNA, '3EB01', ['no']);
    expect(received.map(({ body }) => [body.kind, body.text, body.quotedId])).toEqual([
      ['reaction', '👍', '3EB01'],
      ['vote', 'no', '3EB01'],
    ]);
    await expect(network.phones.vote(BEN, ANNA, '3EB01', ['perhaps'])).rejects.toThrow('does not allow this vote');
    await expect(network.phones.vote(BEN, ANNA, '3EB01', ['yes', 'no'])).rejects.toThrow('does not allow this vote');
    await expect(network.phones.vote(BEN, ANNA, '3EB09', ['yes'])).rejects.toThrow('no poll');
  });

  test('reads state from a version without encoded messages', () => {
    network.close();
    const database = new DatabaseSync(join(directory, 'network.sqlite'));
    database.exec('alter table messages drop column proto');
    database.exec(
      `insert into messages (sender, id, chat, kind, body, accepted_at) values ('${ANNA}', 'A', '${BEN}', 'text', 'old', 1)`,
    );
    database.close();
    network = new SimulatedNetwork({ directory, clock: new VirtualClock() });
    expect(network.deliveries.page(BEN, 10, 0).data).toMatchObject([{ kind: 'text', text: 'old' }]);
  });
});

function mediaBody(): MediaBody {
  return { kind: 'media', text: '', media: 'image', mimeType: 'image/png', fileName: null, bytes: 6, sha256: '' };
}
