import { randomBytes } from 'node:crypto';
import type { Body } from '@switchyard/whatsapp-simulator';
import { expect } from 'vitest';
import type { FileContent, IncomingMessage } from '../../src/drivers/driver.ts';
import { type ConformanceCase, withoutFeature } from './conformance-case.ts';
import { type Life, newMessageId } from './engine.ts';
import { heardFrom, PICTURE, sendFile, wireIdOf } from './message-cases.ts';
import { eventually, newNumber, type World } from './world.ts';

/** A second of silence: Ogg with Opus, reduced to its last page. */
const VOICE = Buffer.concat([Buffer.from('OggS\u0000\u0004'), longOf(48_000n), randomBytes(2_000)]);
const STICKER = Buffer.concat([Buffer.from('RIFF\u0000\u0000\u0000\u0000WEBPVP8 '), randomBytes(500)]);

function longOf(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(value);
  return bytes;
}

const text = (content: string): Body => ({ kind: 'text', text: content });

/** Somebody writes to the engine. @returns what was reported to the engine */
async function receive(world: World, life: Life, friend: string, body: Body): Promise<IncomingMessage> {
  const before = heardFrom(life, friend).length;
  await world.network.phones.send(friend, world.accountOf(life), body);
  return eventually(() => {
    const received = heardFrom(life, friend)[before];
    expect(received).toBeDefined();
    return received as IncomingMessage;
  });
}

/** The network's id of a message that was reported to the engine. */
const networkIdOf = (world: World, friend: string, account: string): string =>
  world.arrived(account).findLast((message) => message.from === friend)?.id ?? '';

/** Waits until everything up to now was reported, because the network delivers in order. */
async function untilDelivered(world: World, life: Life, friend: string): Promise<void> {
  await receive(world, life, friend, text('and now?'));
}

export const incomingCases: ConformanceCase[] = [
  {
    name: 'reports what the owner writes on the phone, but not what it sent itself',
    async run(world) {
      const life = await world.shared();
      const { phones } = world.network;
      const [friend, account] = [newNumber(), world.accountOf(life)];
      await life.send('from the engine', { to: friend });
      await phones.send(account, friend, text('from the phone'));
      await phones.react(account, friend, world.arrived(friend)[1]?.id ?? '', '👍');
      await untilDelivered(world, life, friend);
      const own = () => heardFrom(life, friend).filter((message) => message.fromMe);
      const unsupported = withoutFeature(world.capabilities, 'own-messages');
      if (unsupported !== undefined) expect(own()).toEqual([]);
      else {
        await eventually(() =>
          expect(own()).toMatchObject([
            { kind: 'text', from: account, text: 'from the phone' },
            { kind: 'reaction', from: account, text: '👍' },
          ]),
        );
      }
      expect(life.messages.map((message) => message.text)).not.toContain('from the engine');
      return unsupported;
    },
  },
  {
    name: 'does not mistake its own messages for the owner’s after a restart',
    async run(world) {
      const first = await world.connected();
      const to = newNumber();
      await first.send('from the engine', { to });
      await first.stop('drain');
      const second = await world.begin(first.engine);
      await eventually(() => expect(second.status()).toBe('connected'));
      await untilDelivered(world, second, newNumber());
      expect([...first.messages, ...second.messages].filter((message) => message.fromMe)).toEqual([]);
      return undefined;
    },
  },
  {
    name: 'reports edits by contacts and by the owner',
    async run(world) {
      const life = await world.shared();
      const { phones } = world.network;
      const [id, friend, account] = [newMessageId(), newNumber(), world.accountOf(life)];
      const { waMessageId } = await receive(world, life, friend, text('at six'));
      await phones.edit(friend, account, networkIdOf(world, friend, account), 'at seven');
      wireIdOf(await life.send('see you', { id, to: friend }), id, world);
      const sent = world.arrived(friend).find((message) => message.text === 'see you')?.id ?? '';
      await phones.edit(account, friend, sent, 'see you there');
      await untilDelivered(world, life, friend);
      const unsupported = withoutFeature(world.capabilities, 'edits');
      const changes = () => life.changes.filter((change) => change.chat === friend);
      if (unsupported !== undefined) expect(changes()).toEqual([]);
      else {
        await eventually(() =>
          expect(changes()).toMatchObject([
            { waMessageId, writer: friend, change: { kind: 'edited', text: 'at seven' } },
            { waMessageId: id, writer: account, change: { kind: 'edited', text: 'see you there' } },
          ]),
        );
      }
      return unsupported;
    },
  },
  {
    name: 'reports deleted messages',
    async run(world) {
      const life = await world.shared();
      const { phones } = world.network;
      const [friend, account] = [newNumber(), world.accountOf(life)];
      const { waMessageId } = await receive(world, life, friend, text('oh no'));
      await phones.deleteMessage(friend, account, networkIdOf(world, friend, account));
      await untilDelivered(world, life, friend);
      const unsupported = withoutFeature(world.capabilities, 'deletions');
      const changes = () => life.changes.filter((change) => change.chat === friend);
      if (unsupported !== undefined) expect(changes()).toEqual([]);
      else {
        const deleted = { waMessageId, writer: friend, change: { kind: 'deleted' } };
        await eventually(() => expect(changes()).toMatchObject([deleted]));
      }
      return unsupported;
    },
  },
  {
    name: 'reports stars',
    async run(world) {
      const life = await world.shared();
      const { phones } = world.network;
      const [friend, account] = [newNumber(), world.accountOf(life)];
      const { waMessageId } = await receive(world, life, friend, text('the door code is 1234'));
      const id = networkIdOf(world, friend, account);
      await phones.star(account, friend, id, true);
      const unsupported = withoutFeature(world.capabilities, 'starred');
      const changes = () => life.changes.filter((change) => change.chat === friend).map((change) => change.change);
      if (unsupported !== undefined) {
        await untilDelivered(world, life, friend);
        expect(changes()).toEqual([]);
        return unsupported;
      }
      await eventually(() => expect(changes()).toEqual([{ kind: 'starred', isStarred: true }]));
      await phones.star(account, friend, id, false);
      await eventually(() => expect(changes().at(-1)).toEqual({ kind: 'starred', isStarred: false }));
      expect(life.changes.find((change) => change.chat === friend)).toMatchObject({ waMessageId, writer: friend });
      return undefined;
    },
  },
  {
    name: 'reports which message a reply quotes, and that a message was forwarded',
    async run(world) {
      const life = await world.shared();
      const friend = newNumber();
      const id = newMessageId();
      const quotedId = wireIdOf(await life.send('Open until six', { id, to: friend }), id, world);
      const answer = await receive(world, life, friend, { kind: 'text', text: 'Thanks', quotedId });
      expect(answer).toMatchObject({ text: 'Thanks', quotedId });
      expect(answer.isForwarded).not.toBe(true);
      // The Cloud API only names the message.
      if (world.capabilities.tells.includes('deletions')) expect(answer.quotedText).toBe('Open until six');
      const forwarded = await receive(world, life, friend, { kind: 'text', text: 'Look at this', isForwarded: true });
      expect(forwarded).toMatchObject({ text: 'Look at this', isForwarded: true });
      return undefined;
    },
  },
  {
    name: 'reports the options of a poll',
    async run(world) {
      const unsupported = withoutFeature(world.capabilities, 'votes');
      if (unsupported !== undefined) return unsupported;
      const life = await world.shared();
      const options = ['yes', 'no'];
      const poll = await receive(world, life, newNumber(), { kind: 'poll', text: 'Tea?', options, selectable: 1 });
      expect(poll).toMatchObject({ kind: 'poll', text: 'Tea?', options });
      return undefined;
    },
  },
  {
    name: 'reports the sender’s name',
    async run(world) {
      const life = await world.shared();
      const friend = newNumber();
      world.network.phones.setName(friend, 'Ada');
      expect(await receive(world, life, friend, text('Hello'))).toMatchObject({ pushName: 'Ada' });
      return undefined;
    },
  },
  {
    name: 'fetches the content of an incoming file, also in a later process',
    async run(world) {
      const first = await world.connected();
      const friend = newNumber();
      const { files } = world.network;
      const content = randomBytes(300_000);
      const sent = {
        kind: 'media',
        media: 'document',
        mimeType: 'application/pdf',
        fileName: 'terms.pdf',
        text: '',
      } as const;
      const file = files.add(content);
      const received = await receive(world, first, friend, { ...sent, ...file });
      expect(received.media).toMatchObject({ media: 'document', fileName: 'terms.pdf' });
      expect(bytesIn(await first.fetchFile(received))).toEqual(content);
      await first.stop('drain');
      const second = await world.begin(first.engine);
      await eventually(() => expect(second.status()).toBe('connected'));
      // Linked devices load an encrypted copy; once it is gone, the phone that sent it uploads another.
      for (const copy of hashesIn(received).filter((hash) => hash !== file.sha256)) files.remove(copy);
      expect(bytesIn(await second.fetchFile(received))).toEqual(content);
      const gone = await goneMedia(world, second, friend);
      await expect(second.fetchFile({ ...received, media: gone })).rejects.toThrow(/./);
      return undefined;
    },
  },
  {
    name: 'sends and receives voice messages and stickers',
    async run(world) {
      const life = await world.shared();
      const { files } = world.network;
      const voice = { media: 'voice', mimeType: 'audio/ogg; codecs=opus', fileName: 'voice.ogg' } as const;
      const sticker = { media: 'sticker', mimeType: 'image/webp', fileName: 'sticker.webp' } as const;
      await sendFile(world, VOICE, voice);
      await sendFile(world, STICKER, sticker);
      const friend = newNumber();
      for (const [media, content] of [
        [voice, VOICE],
        [sticker, STICKER],
      ] as const) {
        const received = await receive(world, life, friend, {
          kind: 'media',
          text: '',
          ...media,
          fileName: null,
          ...files.add(content),
        });
        expect(received).toMatchObject({ kind: 'media', text: '', media: { media: media.media } });
      }
      return undefined;
    },
  },
  {
    name: 'fetches a person’s picture',
    async run(world) {
      const unsupported = withoutFeature(world.capabilities, 'pictures');
      if (unsupported !== undefined) return unsupported;
      const life = await world.shared();
      const [friend, nobody] = [newNumber(), newNumber()];
      const { sha256 } = world.network.files.add(PICTURE);
      world.network.phones.setPicture(friend, { sha256, mimeType: 'image/png' });
      expect(bytesIn(await life.picture(friend))).toEqual(PICTURE);
      expect(await life.picture(nobody)).toBeNull();
      return undefined;
    },
  },
  {
    name: 'reports what the owner has not read yet',
    async run(world) {
      const unsupported = withoutFeature(world.capabilities, 'unread');
      if (unsupported !== undefined) return unsupported;
      const life = await world.shared();
      const { phones } = world.network;
      const [friend, account] = [newNumber(), world.accountOf(life)];
      await receive(world, life, friend, text('one'));
      await phones.read(account, friend);
      await eventually(() => expect(life.chats.get(friend)?.unread).toBe(0));
      await receive(world, life, friend, text('two'));
      await receive(world, life, friend, text('three'));
      await eventually(() => expect(life.chats.get(friend)?.unread).toBe(2));
      return undefined;
    },
  },
];

const bytesIn = (content: FileContent | null): Buffer => Buffer.from(content?.bytes ?? []);

/** Hashes of the network's files in a message's source. */
const hashesIn = ({ media }: Pick<IncomingMessage, 'media'>): string[] =>
  [...(media?.source ?? '').matchAll(/[0-9a-f]{64}/g)].map(([hash]) => hash);

/** The media of a file that the network no longer has. */
async function goneMedia(world: World, life: Life, friend: string): Promise<IncomingMessage['media']> {
  const lost = world.network.files.add(randomBytes(1_000));
  const body = { kind: 'media', media: 'image', mimeType: 'image/png', fileName: null, text: '', ...lost } as const;
  const { media } = await receive(world, life, friend, body);
  for (const hash of [lost.sha256, ...hashesIn({ media })]) world.network.files.remove(hash);
  return media;
}
