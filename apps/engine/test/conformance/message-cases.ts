import { randomBytes } from 'node:crypto';
import type { MessageBody } from '@switchyard/contracts/messages/body';
import { expect } from 'vitest';
import type { DriverOutcome } from '../../src/drivers/driver.ts';
import { type ConformanceCase, withoutKind } from './conformance-case.ts';
import { type Life, newMessageId } from './engine.ts';
import { eventually, newNumber, type World } from './world.ts';

/** A picture of one pixel. */
export const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** WhatsApp's id of an accepted message: its own id where nothing settles a send by ours. */
export function wireIdOf(outcome: DriverOutcome, id: string, { capabilities }: World): string {
  const wireId = capabilities.settles === 'none' ? expect.stringMatching(/^wamid\./) : id;
  expect(outcome).toMatchObject({ kind: 'accepted', wireId });
  return outcome.kind === 'accepted' ? outcome.wireId : '';
}

/** Sends a file and compares it with what arrived, byte for byte. */
export async function sendFile(
  world: World,
  content: Uint8Array,
  words: Partial<Extract<MessageBody, { kind: 'media' }>>,
) {
  const life = await world.shared();
  const to = newNumber();
  const body = life.engine.media(content, words);
  expect(await life.send(body, { to })).toMatchObject({ kind: 'accepted' });
  const [arrived] = world.arrived(to);
  const media = { media: words.media ?? 'image', mimeType: words.mimeType ?? 'image/png', bytes: content.length };
  expect(arrived).toMatchObject({ kind: 'media', text: words.text ?? '', media });
  expect(Buffer.from(world.network.files.read(arrived?.media?.sha256 ?? '') ?? []).equals(content)).toBe(true);
  return arrived;
}

/** The messages of one chat, as reported to the engine. */
export const heardFrom = (life: Life, chat: string) => life.messages.filter((message) => message.chat === chat);

export const messageCases: ConformanceCase[] = [
  {
    name: 'sends a text, and reports its receipts up to read',
    async run(world) {
      const life = await world.shared();
      const [id, to] = [newMessageId(), newNumber()];
      const wireId = wireIdOf(await life.send('hello', { id, to }), id, world);
      expect(world.arrived(to)).toMatchObject([
        { id: wireId, from: world.accountOf(life), text: 'hello', quotedId: null },
      ]);
      const levels = () =>
        life.receipts.flatMap((receipt) => (receipt.waMessageId === id && receipt.level > 1 ? receipt.level : []));
      await eventually(() => expect(levels()).toEqual([2, 3]));
      return undefined;
    },
  },
  {
    name: 'sends an image, byte for byte',
    async run(world) {
      const unsupported = withoutKind(world.capabilities, 'media');
      if (unsupported === undefined) await sendFile(world, PICTURE, { text: 'look' });
      return unsupported;
    },
  },
  {
    name: 'sends a document, byte for byte',
    async run(world) {
      const unsupported = withoutKind(world.capabilities, 'media');
      if (unsupported !== undefined) return unsupported;
      const file = { media: 'document', mimeType: 'application/pdf', fileName: 'terms.pdf' } as const;
      const arrived = await sendFile(world, randomBytes(300_000), file);
      expect(arrived?.media?.fileName).toBe('terms.pdf');
      return undefined;
    },
  },
  {
    name: 'sends a poll, and reports the votes',
    async run(world) {
      const unsupported = withoutKind(world.capabilities, 'poll');
      if (unsupported !== undefined) return unsupported;
      const life = await world.shared();
      const [id, to] = [newMessageId(), newNumber()];
      const poll: MessageBody = { kind: 'poll', text: 'Tea?', options: ['yes', 'no', 'later'], selectable: 1 };
      wireIdOf(await life.send(poll, { id, to }), id, world);
      const expected = { options: poll.options, selectable: 1 };
      expect(world.arrived(to)).toMatchObject([{ id, kind: 'poll', text: 'Tea?', poll: expected }]);
      await world.network.phones.vote(to, world.accountOf(life), id, ['no']);
      await eventually(() =>
        expect(heardFrom(life, to)).toMatchObject([{ kind: 'vote', text: 'no', choices: ['no'], quotedId: id }]),
      );
      return undefined;
    },
  },
  {
    name: 'replies to a message of the contact and to its own',
    async run(world) {
      if (!world.capabilities.replies) return 'replies: no';
      const life = await world.shared();
      const friend = newNumber();
      const question = await world.network.phones.send(friend, world.accountOf(life), { kind: 'text', text: 'Open?' });
      await eventually(() => expect(heardFrom(life, friend)).toHaveLength(1));
      const theirs = heardFrom(life, friend)[0]?.waMessageId ?? '';
      const quote = { waMessageId: theirs, from: friend, text: 'Open?' };
      const id = newMessageId();
      const wireId = wireIdOf(await life.send('Until six', { id, to: friend, quote }), id, world);
      const again = { waMessageId: id, from: null, text: 'Until six', wireId };
      expect(await life.send('On Sundays too', { to: friend, quote: again })).toMatchObject({ kind: 'accepted' });
      expect(world.arrived(friend)).toMatchObject([
        { text: 'Until six', quotedId: question.kind === 'accepted' ? question.id : '' },
        { text: 'On Sundays too', quotedId: wireId },
      ]);
      return undefined;
    },
  },
  {
    name: 'sends to many people at once',
    async run(world) {
      const life = await world.shared();
      const friends = Array.from({ length: 10 }, newNumber);
      const sends = Array.from({ length: 40 }, (_, n) => life.send(`text ${n}`, { to: friends[n % 10] ?? '' }));
      expect(new Set((await Promise.all(sends)).map((outcome) => outcome.kind))).toEqual(new Set(['accepted']));
      expect(friends.map((friend) => world.arrived(friend).length)).toEqual(friends.map(() => 4));
      return undefined;
    },
  },
  {
    name: 'receives texts, also those sent while it was offline',
    async run(world) {
      const first = await world.connected();
      const { phones } = world.network;
      const [friend, account] = [newNumber(), world.accountOf(first)];
      await phones.send(friend, account, { kind: 'text', text: 'one' });
      const id = expect.stringMatching(/^(3EB0|wamid\.)/);
      const expected = { waMessageId: id, chat: friend, from: friend, kind: 'text', text: 'one' };
      await eventually(() => expect(first.messages).toMatchObject([expected]));
      expect(first.messages[0]).not.toHaveProperty('quotedId');
      await first.stop('drain');
      await phones.send(friend, account, { kind: 'text', text: 'two' });
      const second = await world.begin(first.engine);
      await eventually(() => expect(second.messages.map(({ text }) => text)).toContain('two'));
      return undefined;
    },
  },
  {
    name: 'receives files',
    async run(world) {
      const life = await world.shared();
      const [friend, account] = [newNumber(), world.accountOf(life)];
      const { phones, files } = world.network;
      const [image, document] = [
        { media: 'image', mimeType: 'image/png', fileName: null } as const,
        { media: 'document', mimeType: 'application/pdf', fileName: 'terms.pdf' } as const,
      ];
      await phones.send(friend, account, { kind: 'media', text: 'look', ...image, ...files.add(PICTURE) });
      await phones.send(friend, account, { kind: 'media', text: '', ...document, ...files.add(randomBytes(1_000)) });
      await eventually(() =>
        expect(heardFrom(life, friend)).toMatchObject([
          { kind: 'media', text: 'look', media: { mimeType: 'image/png', fileName: null } },
          { kind: 'media', text: '', media: { mimeType: 'application/pdf', fileName: 'terms.pdf' } },
        ]),
      );
      return undefined;
    },
  },
  {
    name: 'receives a reply and a reaction',
    async run(world) {
      const life = await world.shared();
      const [id, friend, account] = [newMessageId(), newNumber(), world.accountOf(life)];
      const quotedId = wireIdOf(await life.send('Open until six', { id, to: friend }), id, world);
      await world.network.phones.send(friend, account, { kind: 'text', text: 'Thanks', quotedId });
      await world.network.phones.react(friend, account, quotedId, '👍');
      await eventually(() =>
        expect(heardFrom(life, friend)).toMatchObject([
          { kind: 'text', text: 'Thanks', quotedId },
          { kind: 'reaction', text: '👍', quotedId },
        ]),
      );
      return undefined;
    },
  },
  {
    name: 'receives a poll',
    async run(world) {
      const life = await world.shared();
      const friend = newNumber();
      const poll = { kind: 'poll', text: 'Tea?', options: ['yes', 'no'], selectable: 1 } as const;
      await world.network.phones.send(friend, world.accountOf(life), { ...poll, options: [...poll.options] });
      const unsupported = withoutKind(world.capabilities, 'poll');
      // It is still reported that something arrived.
      const expected = unsupported === undefined ? { kind: 'poll', text: 'Tea?' } : { kind: 'other', text: '' };
      await eventually(() => expect(heardFrom(life, friend)).toMatchObject([expected]));
      return unsupported;
    },
  },
  {
    name: 'sends to a group and receives from it',
    async run(world) {
      if (!world.capabilities.groups) return 'groups: no';
      const life = await world.shared();
      const { phones } = world.network;
      const friend = newNumber();
      const group = phones.createGroup(world.accountOf(life), 'Friends', [friend]);
      expect(await life.send('hello all', { to: group.id })).toMatchObject({ kind: 'accepted' });
      await phones.send(friend, group.id, { kind: 'text', text: 'hello you' });
      await eventually(() => expect(heardFrom(life, group.id)).toMatchObject([{ from: friend, text: 'hello you' }]));
      const theirs = heardFrom(life, group.id)[0]?.waMessageId ?? '';
      if (world.capabilities.replies) {
        await life.send('same to you', {
          to: group.id,
          quote: { waMessageId: theirs, from: friend, text: 'hello you' },
        });
      }
      if (world.capabilities.kinds.includes('media')) {
        await life.send(life.engine.media(PICTURE), { to: group.id });
      }
      const arrived = world.arrived(group.id).map(({ kind, text, quotedId }) => [kind, text, quotedId]);
      expect(arrived).toEqual([
        ['text', 'hello all', null],
        ['text', 'hello you', null],
        ...(world.capabilities.replies ? [['text', 'same to you', theirs]] : []),
        ...(world.capabilities.kinds.includes('media') ? [['media', '', null]] : []),
      ]);
      return undefined;
    },
  },
  {
    name: 'knows which numbers are on WhatsApp',
    async run(world) {
      const life = await world.shared();
      if (!world.capabilities.numberCheck) return 'numberCheck: no';
      const friend = newNumber();
      expect(await life.lookUp([friend, '+15550001234'])).toEqual([
        { number: friend, exists: true },
        { number: '+15550001234', exists: false },
      ]);
      return undefined;
    },
  },
];
