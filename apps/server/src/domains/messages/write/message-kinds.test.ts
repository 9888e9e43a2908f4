import { randomUUID } from 'node:crypto';
import type { FieldFault } from '@switchyard/contracts/errors';
import type { StoredFile } from '@switchyard/contracts/files/operations';
import type { Message } from '@switchyard/contracts/messages/message';
import { faultAt } from '@switchyard/contracts/text/faults';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { actorByHeader, asActor } from '../../../../test/actor-by-header.ts';
import { createLaneFixture, type LaneFixture } from '../../../../test/lane-fixture.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { issueEngineToken } from '../../engines/engine-token.ts';
import { enginesDomain } from '../../engines/index.ts';
import { filesDomain } from '../../files/index.ts';
import { messagesDomain } from '../index.ts';
import { purgeFiles } from '../purge-files.ts';

let server: TestServer;
let lane: LaneFixture;
beforeAll(async () => {
  server = await startTestServer({ domains: [actorByHeader, enginesDomain, filesDomain, messagesDomain] });
});
afterAll(() => server.stop());
beforeEach(async () => {
  lane = await createLaneFixture(server.database);
});

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
async function upload(bytes = PNG, type = 'image/png', name = 'a.png', who = lane): Promise<StoredFile> {
  const response = await fetch(`${server.url}/api/files?name=${name}`, {
    method: 'POST',
    headers: { ...asActor(who), 'content-type': type },
    body: new Uint8Array(bytes),
  });
  expect(response.status).toBe(201);
  return (await response.json()) as StoredFile;
}
const call = <Body>(method: string, path: string, body?: unknown, who = lane) =>
  server.call<Body>(method, `/api${path}`, body, { headers: asActor(who) });
const payload = (more: object) => ({ message: 'Look', contactList: [{ mobile: '+447700900123' }], ...more });
const create = async (more: object) => {
  const answer = await call<Message>('POST', '/messages', payload(more));
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
};
const faultsOf = async (more: object) => {
  const answer = await call<{ data: { faults: FieldFault[] } }>('POST', '/messages', payload(more));
  expect(answer).toMatchObject({ status: 422 });
  return answer.body.data.faults.map((fault) => fault.field);
};
const setDriver = (driver: string) =>
  server.database.pool.query('update engines set driver = $2 where id = $1', [lane.engineId, driver]);

const engine = () => {
  const token = issueEngineToken(server.platform.secret, lane.identity);
  return {
    token,
    ask: <Body>(path: string, body: unknown) => server.call<Body>('POST', `/engine/${path}`, body, { token }),
    file: (body: unknown, bearer = token) =>
      fetch(`${server.url}/engine/file`, {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
  };
};
interface Claimed {
  messages: { waMessageId: string; body: unknown; quote?: unknown }[];
}
const POLL = { options: ['Tea', 'Coffee'], selectable: 1 };
const QUOTE = { waMessageId: '3EB0AA', from: '+447700900123', text: 'What?' };

test('files, polls and replies are sent in full, also on a retry', async () => {
  const file = await upload();
  const made = [
    await create({ message: '', attachment: { fileId: file._id } }),
    await create({ message: 'Tea or coffee?', poll: POLL }),
    await create({ message: 'Yes', quote: QUOTE }),
  ];
  const media = { media: 'image', fileId: file._id, mimeType: 'image/png', fileName: 'a.png', bytes: 8 };
  expect(
    made.map(({ kind, message, attachment, poll, quote }) => ({ kind, message, attachment, poll, quote })),
  ).toEqual([
    { kind: 'media', message: '', attachment: media, poll: null, quote: null },
    { kind: 'poll', message: 'Tea or coffee?', attachment: null, poll: POLL, quote: null },
    { kind: 'text', message: 'Yes', attachment: null, poll: null, quote: QUOTE },
  ]);
  const generation = await lane.lease();
  const { messages } = (await engine().ask<Claimed>('claim', { generation, limit: 10 })).body;
  const bodies = [
    { kind: 'media', text: '', ...media },
    { kind: 'poll', text: 'Tea or coffee?', ...POLL },
    { kind: 'text', text: 'Yes' },
  ];
  expect(messages.map((message) => message.body)).toEqual(bodies);
  expect(messages.map((message) => message.quote)).toEqual([undefined, undefined, QUOTE]);
  for (const [at, { waMessageId }] of messages.entries()) {
    expect((await engine().ask('content', { generation, waMessageId })).body).toEqual({ body: bodies[at] });
  }
  // After a crash they are resumed in full, too.
  const next = await lane.lease();
  const resumed = await engine().ask<Claimed>('claim', { generation: next, limit: 10, resume: true });
  expect(resumed.body.messages.map((message) => message.body)).toEqual(bodies);
});

test.each([
  ['a lane', { new_tokens: '0' }],
  ['a lane with rules', { known_per_minute: '60', new_per_minute: '60', known_tokens: '20', new_tokens: '20' }],
])(
  "an answer to a message of the engine's own names it by WhatsApp's id too, from %s, and again after a crash",
  async (_, rules) => {
    await lane.setLane(rules);
    const first = await create({ message: 'Tea?' });
    const generation = await lane.lease();
    const claim = async (more: object) =>
      (await engine().ask<Claimed>('claim', { generation, limit: 10, ...more })).body.messages;
    const [question] = await claim({});
    if (!question) throw new Error('nothing was claimed');
    const outcome = { kind: 'accepted', wireId: 'wamid.question', atMs: Date.now() };
    await engine().ask('report', { generation, results: [{ _id: first._id, attempt: 1, outcome }] });
    const quote = { waMessageId: question.waMessageId, from: null, text: 'Tea?' };
    await create({ message: 'I mean now', quote });
    const answers = [{ ...quote, wireId: 'wamid.question' }];
    expect((await claim({})).map((message) => message.quote)).toEqual(answers);
    expect((await claim({ resume: true, holding: [] })).map((message) => message.quote)).toEqual(answers);

    const other = await createLaneFixture(server.database);
    await server.database.pool.query('update messages set engine_id = $2 where id = $1', [first._id, other.engineId]);
    expect((await claim({ resume: true, holding: [] })).map((message) => message.quote)).toEqual([quote]);
  },
);

test('a paced lane hands out the same', async () => {
  await lane.setLane({ known_per_minute: '60', new_per_minute: '60', known_tokens: '20', new_tokens: '20' });
  await create({ message: 'Tea or coffee?', poll: POLL });
  const generation = await lane.lease();
  const { messages } = (await engine().ask<Claimed>('claim', { generation, limit: 10 })).body;
  expect(messages.map((message) => message.body)).toEqual([{ kind: 'poll', text: 'Tea or coffee?', ...POLL }]);
});

describe('the bytes of a file', () => {
  test('are only for the holder of the lane that sends it', async () => {
    const file = await upload();
    const other = await upload(Buffer.concat([PNG, PNG]));
    await create({ attachment: { fileId: file._id } });
    const generation = await lane.lease();
    const { file: ask } = engine();
    const answer = await ask({ generation, fileId: file._id });
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(PNG);
    expect((await ask({ generation, fileId: other._id })).status).toBe(404);
    expect((await ask({ generation, fileId: randomUUID() })).status).toBe(404);
    const stranger = await createLaneFixture(server.database);
    const theirs = issueEngineToken(server.platform.secret, stranger.identity);
    expect((await ask({ generation: await stranger.lease(), fileId: file._id }, theirs)).status).toBe(404);
    await lane.lease();
    expect((await ask({ generation, fileId: file._id })).status).toBe(409);
    expect((await ask({ generation, fileId: file._id }, 'nonsense')).status).toBe(401);
  });

  test('stay while a message carries it, and are removed some days after the last one', async () => {
    const { pool } = server.database;
    const [carried, unused, later] = [
      await upload(),
      await upload(PNG, 'image/png', 'b.png'),
      await upload(Buffer.from('%PDF-1'), 'application/pdf', 'c.pdf'),
    ];
    const message = await create({ attachment: { fileId: carried._id } });
    const present = async () =>
      (await pool.query('select name from files where workspace_id = $1 order by name', [lane.workspaceId])).rows.map(
        (row) => row.name,
      );
    const age = () => pool.query(`update files set unused_since = unused_since - interval '31 days'`);
    await age();
    // Used just in time: it stays.
    await create({ attachment: { fileId: later._id } });
    await purgeFiles(pool, server.platform.keepsFiles, 30);
    expect(await present()).toEqual(['a.png', 'c.pdf']);
    await pool.query('update messages set deleted = true where id = $1', [message._id]);
    await purgeFiles(pool, server.platform.keepsFiles, 30);
    expect(await present()).toEqual(['a.png', 'c.pdf']);
    await age();
    await purgeFiles(pool, server.platform.keepsFiles, 30);
    expect(await present()).toEqual(['c.pdf']);
    // The bytes belonged to two names; they are removed with the last one, a day after they arrived.
    await pool.query(`update file_contents set created_at = created_at - interval '2 days'`);
    await purgeFiles(pool, server.platform.keepsFiles, 30);
    const left = await pool.query('select bytes from file_contents where workspace_id = $1', [lane.workspaceId]);
    expect(left.rows).toEqual([{ bytes: 6 }]);
    expect(await call('GET', `/files/${unused._id}`)).toMatchObject({ status: 404 });
  });
});

describe('refused, naming the field', () => {
  test.each([
    ['no words', { message: ' ' }, ['message']],
    ['a poll without a question', { message: '', poll: POLL }, ['message']],
    ['a question that is too long', { message: 'x'.repeat(256), poll: POLL }, ['message']],
    ['one option', { poll: { options: ['Tea'], selectable: 1 } }, ['poll.options']],
    ['thirteen options', { poll: { options: Array.from({ length: 13 }, String), selectable: 1 } }, ['poll.options']],
    ['an option twice', { poll: { options: ['Tea', ' Tea '], selectable: 1 } }, ['poll.options.1']],
    ['an empty option', { poll: { options: ['Tea', ' '], selectable: 1 } }, ['poll.options.1']],
    ['a long option', { poll: { options: ['Tea', 'x'.repeat(101)], selectable: 1 } }, ['poll.options.1']],
    ['more choices than options', { poll: { ...POLL, selectable: 3 } }, ['poll.selectable']],
    ['a file that is not there', { attachment: { fileId: randomUUID() } }, ['attachment']],
    ['words and poll', { message: '', poll: { ...POLL, selectable: 3 } }, ['message', 'poll.selectable']],
  ])('%s', async (_name, more, fields) => expect(await faultsOf(more)).toEqual(fields));

  test('a file of another workspace, a file with a poll, and text with audio', async () => {
    const theirs = await createLaneFixture(server.database);
    const foreign = await upload(PNG, 'image/png', 'a.png', theirs);
    expect(await faultsOf({ attachment: { fileId: foreign._id } })).toEqual(['attachment']);
    const file = await upload();
    expect(await faultsOf({ attachment: { fileId: file._id }, poll: POLL })).toEqual(['poll']);
    const sound = await upload(Buffer.from('OggS'), 'audio/ogg', 'a.ogg');
    expect(await faultsOf({ attachment: { fileId: sound._id } })).toEqual(['message']);
    await create({ message: '', attachment: { fileId: sound._id } });
  });

  test('what the workspace’s engine cannot send', async () => {
    await setDriver('cloud-api');
    const answer = await call<{ data: { faults: FieldFault[] } }>('POST', '/messages', payload({ poll: POLL }));
    expect(answer.body.data.faults).toEqual([
      faultAt('poll', 'cannotSend', { engine: 'Business Cloud API', what: { code: 'polls' } }),
    ]);
    await setDriver('of another time');
    const file = await upload();
    expect(await faultsOf({ attachment: { fileId: file._id } })).toEqual(['attachment']);
    expect(await faultsOf({ quote: QUOTE })).toEqual(['quote']);
    await create({});
    // Without an engine this is unknown: the later engine will say when sending.
    await server.database.pool.query('update engines set active = false where id = $1', [lane.engineId]);
    await create({ poll: POLL });
  });
});

describe('files shown differently', () => {
  /** The start of an Ogg page, and what Opus puts into the first one. */
  const opus = Buffer.concat([Buffer.from('OggS'), Buffer.alloc(24), Buffer.from('OpusHead'), Buffer.alloc(40)]);
  const webp = (bytes = 64) =>
    Buffer.concat([Buffer.from('RIFF'), Buffer.from([bytes, 0, 0, 0]), Buffer.from('WEBPVP8 '), Buffer.alloc(bytes)]);

  test('a voice message and a sticker are sent as such, and stay so when rescheduled', async () => {
    const sound = await upload(opus, 'audio/ogg', 'note.ogg');
    const picture = await upload(webp(), 'image/webp', 'cat.webp');
    const dueDate = '2030-01-01T00:00:00Z';
    const voice = await create({ message: '', attachment: { fileId: sound._id, as: 'voice' }, dueDate });
    const sticker = await create({ message: '', attachment: { fileId: picture._id, as: 'sticker' }, dueDate });
    expect([voice, sticker].map(({ attachment }) => attachment?.media)).toEqual(['voice', 'sticker']);
    // Unless requested, they are sent as what they are.
    expect((await create({ message: '', attachment: { fileId: picture._id } })).attachment?.media).toBe('document');
    const later = { version: voice.version, dueDate: '2030-01-02T00:00:00Z', message: '' };
    expect((await call<Message>('PATCH', `/messages/${voice._id}`, later)).body.attachment?.media).toBe('voice');
  });

  test('other files are refused by field, with a text', async () => {
    const faults = async (file: StoredFile, as: string, message = '') => {
      const answer = await call<{ data: { faults: FieldFault[] } }>(
        'POST',
        '/messages',
        payload({ message, attachment: { fileId: file._id, as } }),
      );
      return answer.body.data.faults;
    };
    const sound = await upload(opus, 'audio/ogg', 'note.ogg');
    const vorbis = await upload(Buffer.from('OggS, and no Opus'), 'audio/ogg', 'song.ogg');
    const picture = await upload(webp(), 'image/webp', 'cat.webp');
    const large = await upload(Buffer.concat([webp(), Buffer.alloc(500_001)]), 'image/webp', 'large.webp');
    const of = (message: string) => [expect.objectContaining({ field: 'attachment', message })];
    const noVoice = of('A voice message is an Ogg file with Opus sound. Send this one as a file.');
    expect(await faults(vorbis, 'voice')).toEqual(noVoice);
    expect(await faults(picture, 'voice')).toEqual(noVoice);
    expect(await faults(sound, 'sticker')).toEqual(of('A sticker is a WebP picture. Send this one as a file.'));
    expect(await faults(large, 'sticker')).toEqual(of('A sticker has at most 500 kB; this one has 501 kB.'));
    expect(await faults(picture, 'video')).toEqual(of('This file isn’t a video.'));
    expect(await faults(picture, 'sticker', 'Look')).toMatchObject([
      { field: 'message', message: 'WhatsApp doesn’t show text with a sticker. Leave it empty.' },
    ]);
    expect(await faults(sound, 'voice', 'Listen')).toMatchObject([
      { field: 'message', message: 'WhatsApp doesn’t show text with audio. Leave it empty.' },
    ]);
  });
});

test('a batch accepts files and polls too, row by row', async () => {
  const file = await upload();
  const rows = [{ attachment: { fileId: file._id } }, { poll: POLL }, { poll: { ...POLL, options: ['one'] } }];
  const answer = await call<{ results: { faults?: FieldFault[] }[] }>('POST', '/messages/batch', {
    importId: randomUUID(),
    rows: rows.map((more, at) => ({ row: at + 1, message: payload(more) })),
  });
  expect(answer.body.results.map((result) => result.faults?.[0]?.field)).toEqual([
    undefined,
    undefined,
    'poll.options',
  ]);
  expect((await call<{ data: Message[] }>('GET', '/messages')).body.data.map(({ kind }) => kind).toSorted()).toEqual([
    'media',
    'poll',
  ]);
});

test('an edit changes extras, keeps those it does not name, and removes those that are null', async () => {
  const file = await upload();
  const dueDate = '2030-01-01T00:00:00Z';
  let message = await create({ message: 'Hi', attachment: { fileId: file._id }, dueDate });
  const edit = async (change: object) => {
    const answer = await call<Message & { data: { faults: FieldFault[] } }>('PATCH', `/messages/${message._id}`, {
      version: message.version,
      ...change,
    });
    if (answer.status === 200) message = answer.body;
    return answer;
  };
  await edit({ dueDate: '2030-01-02T00:00:00Z' });
  expect(message).toMatchObject({ kind: 'media', message: 'Hi' });
  await edit({ message: '' });
  expect(message).toMatchObject({ kind: 'media', message: '' });
  expect((await edit({ attachment: null })).body.data.faults).toMatchObject([
    { field: 'message', message: 'Write a message.' },
  ]);
  await edit({ message: 'Which?', poll: POLL });
  expect(message).toMatchObject({ kind: 'poll', poll: POLL, attachment: null });
  await edit({ attachment: { fileId: file._id }, quote: QUOTE });
  expect(message).toMatchObject({ kind: 'media', poll: null, quote: QUOTE });
  await edit({ attachment: null, quote: null });
  expect(message).toMatchObject({ kind: 'text', message: 'Which?', quote: null });
});
