import { randomBytes } from 'node:crypto';
import { downloadMediaMessage, type WAMessage } from 'baileys';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { localFetch } from '../../test/local-media.ts';
import { type Client, eventually, FRIEND, friendJid, ME, NoiseRig } from '../../test/noise-rig.ts';
import type { MediaBody } from '../network/body.ts';

const meJid = '447700900001@s.whatsapp.net';
const FRIENDS_DEVICE = '+447700900003';
let rig: NoiseRig;
beforeEach(async () => {
  rig = await NoiseRig.start();
  vi.stubGlobal('fetch', localFetch(rig.face.url, fetch));
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await rig.stop();
});

const arrived = (to = FRIEND) => rig.network.deliveries.page(to, 10, 0).data;
/** The first message that came from somebody else. */
const firstReceived = (client: Client) =>
  eventually(() => {
    const [message] = client.messages.filter(({ key }) => !key.fromMe);
    if (!message) throw new Error('nothing has come');
    return message;
  });

describe('files', () => {
  const file = randomBytes(50_000);
  test.each([
    ['image', { image: file, caption: 'a picture', jpegThumbnail: '' }, { mimeType: 'image/jpeg', text: 'a picture' }],
    ['video', { video: file, caption: 'a film', jpegThumbnail: '' }, { mimeType: 'video/mp4', text: 'a film' }],
    ['audio', { audio: file, mimetype: 'audio/mpeg', seconds: 3 }, { mimeType: 'audio/mpeg', text: '' }],
    [
      'document',
      { document: file, mimetype: 'application/pdf', fileName: 'a.pdf', caption: 'read' },
      { mimeType: 'application/pdf', text: 'read', fileName: 'a.pdf' },
    ],
  ] as const)('%s: what the client seals, its recipient opens, byte for byte', async (media, content, expected) => {
    const { socket } = await rig.pairAndOpen();
    await socket.sendMessage(friendJid, content);
    await eventually(() => expect(arrived()).toHaveLength(1));
    const { text, mimeType, fileName = null } = { fileName: null, ...expected };
    const [message] = arrived();
    expect(message).toMatchObject({ kind: 'media', text, media: { media, mimeType, fileName, bytes: file.length } });
    expect(Buffer.from(rig.network.files.read(message?.media?.sha256 ?? '') ?? [])).toEqual(file);
  });

  test('go from one client to another, which downloads them', async () => {
    const { socket } = await rig.pairAndOpen();
    const recipient = await rig.pairAndOpen(FRIEND);
    await socket.sendMessage(friendJid, { image: file, caption: 'look', jpegThumbnail: '' });
    const message = await firstReceived(recipient);
    expect(message.message?.imageMessage?.caption).toBe('look');
    expect(await downloadMediaMessage(message, 'buffer', {})).toEqual(file);
  });

  const sent = (): MediaBody => ({
    kind: 'media',
    text: 'from the phone',
    media: 'document',
    mimeType: 'text/plain',
    fileName: 'note.txt',
    ...rig.network.files.add(file),
  });

  test('come from phones', async () => {
    const client = await rig.pairAndOpen();
    await rig.network.phones.send(FRIEND, ME, sent());
    const message = await firstReceived(client);
    expect(message.message?.documentMessage).toMatchObject({ caption: 'from the phone', fileName: 'note.txt' });
    expect(await downloadMediaMessage(message, 'buffer', {})).toEqual(file);
  });

  test('that are no longer on the server are uploaded again by the phone', async () => {
    const client = await rig.pairAndOpen();
    await rig.network.phones.send(FRIEND, ME, sent());
    const message: WAMessage = await firstReceived(client);
    const content = message.message?.documentMessage;
    if (!content) throw new Error('not a document');
    content.directPath = '/simulator/noise/mms/file/gone';
    await expect(downloadMediaMessage(message, 'buffer', {})).rejects.toThrow('Failed to fetch');
    expect(await downloadMediaMessage(await client.socket.updateMediaMessage(message), 'buffer', {})).toEqual(file);
  });

  test('cannot be uploaded without a token, nor under another name', async () => {
    const at = (name: string, auth: string) => `https://media.invalid/simulator/noise/mms/image/${name}?auth=${auth}`;
    expect((await fetch(at('AAAA', 'guessed'), { method: 'POST', body: file })).status).toBe(401);
    const { socket } = await rig.pairAndOpen();
    const { auth } = await socket.refreshMediaConn(true);
    expect((await fetch(at('AAAA', auth), { method: 'POST', body: file })).status).toBe(400);
  });
});

test('polls, votes, answers and reactions keep their targets, in both directions', async () => {
  const client = await rig.pairAndOpen();
  const { socket, messages } = client;
  const { network } = rig;
  const poll = { name: 'Tea?', values: ['yes', 'no'], selectableCount: 1 };
  const sent = await socket.sendMessage(friendJid, { poll });
  const pollId = sent?.key.id ?? '';
  await eventually(() => expect(arrived()).toHaveLength(1));
  expect(arrived()[0]).toMatchObject({ kind: 'poll', text: 'Tea?', poll: { options: ['yes', 'no'], selectable: 1 } });
  await network.phones.vote(FRIEND, ME, pollId, ['no']);
  await network.phones.react(FRIEND, ME, pollId, '👍');
  await network.phones.send(FRIEND, ME, { kind: 'text', text: 'why?', quotedId: pollId });
  await eventually(() => expect(messages.filter(({ key }) => !key.fromMe)).toHaveLength(3));
  const [vote, reaction, answer] = messages.filter(({ key }) => !key.fromMe).map(({ message }) => message);
  expect(vote?.pollUpdateMessage?.pollCreationMessageKey).toMatchObject({ id: pollId, fromMe: true });
  expect(reaction?.reactionMessage).toMatchObject({ text: '👍', key: { id: pollId, fromMe: true } });
  expect(answer?.extendedTextMessage?.contextInfo).toMatchObject({ stanzaId: pollId, participant: meJid });

  const quoted = messages.find(({ message }) => message?.extendedTextMessage);
  if (!quoted) throw new Error('there is no answer');
  await socket.sendMessage(friendJid, { text: 'because' }, { quoted });
  await socket.sendMessage(friendJid, { react: { text: '🙂', key: quoted.key } });
  await eventually(() => expect(arrived()).toHaveLength(3));
  expect(arrived().slice(1)).toMatchObject([
    { kind: 'text', text: 'because', quotedId: quoted.key.id },
    { kind: 'reaction', text: '🙂', quotedId: quoted.key.id },
  ]);
});

test('a newly linked client gets the latest messages of its chats, once', async () => {
  const { network } = rig;
  const group = network.phones.createGroup(ME, 'Friends', [FRIEND, FRIENDS_DEVICE]);
  await network.phones.send(FRIEND, ME, { kind: 'text', text: 'long ago' });
  await network.phones.send(ME, FRIEND, { kind: 'text', text: 'indeed' });
  await network.phones.send(FRIEND, group.id, { kind: 'text', text: 'hello all' });
  const first = await rig.pairAndOpen();
  await eventually(() => expect(first.history).toHaveLength(1));
  const synced = first.history[0]?.messages.map(({ key, message }) => [
    key.remoteJid,
    key.fromMe,
    message?.conversation,
  ]);
  expect(synced).toEqual([
    [group.id, false, 'hello all'],
    [friendJid, true, 'indeed'],
    [friendJid, false, 'long ago'],
  ]);
  await eventually(() => expect(first.state.creds.accountSyncCounter).toBe(1));
  void first.socket.end(undefined);
  await first.update((update) => update.connection === 'close');
  const second = rig.connect(first.state);
  await network.phones.send(FRIEND, ME, { kind: 'text', text: 'now' });
  await eventually(() => expect(second.messages.map(({ message }) => message?.conversation)).toContain('now'));
  expect(second.history).toEqual([]);
});
