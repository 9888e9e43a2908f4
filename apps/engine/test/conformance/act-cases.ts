import type { ChatActKind } from '@switchyard/contracts/chats/act-kinds';
import type { EngineAct } from '@switchyard/contracts/chats/acts';
import type { ActMessage } from '@switchyard/contracts/engine/protocol';
import { expect } from 'vitest';
import { type ConformanceCase, withoutAct } from './conformance-case.ts';
import { type Life, newMessageId } from './engine.ts';
import { heardFrom } from './message-cases.ts';
import { eventually, newNumber, type World } from './world.ts';

/** A chat with a message of the engine's and one of the friend's, by the engine's ids. */
interface Talk {
  life: Life;
  account: string;
  friend: string;
  own: ActMessage;
  theirs: ActMessage;
}

async function talk(world: World): Promise<Talk> {
  const life = await world.shared();
  const [id, friend, account] = [newMessageId(), newNumber(), world.accountOf(life)];
  const sent = await life.send('at six', { id, to: friend });
  const wireId = sent.kind === 'accepted' ? sent.wireId : null;
  await world.network.phones.send(friend, account, { kind: 'text', text: 'fine' });
  const received = await eventually(() => {
    const [first] = heardFrom(life, friend);
    expect(first).toMatchObject({ text: 'fine' });
    return first;
  });
  const own = { waMessageId: id, wireId, fromMe: true, writer: null, atMs: Date.now() };
  const theirs = {
    ...{ waMessageId: received?.waMessageId ?? '', wireId: null, fromMe: false, writer: friend },
    atMs: received?.atMs ?? 0,
  };
  return { life, account, friend, own, theirs };
}

/** The chat as shown by the account's own phone and by the friend's. */
const phones = ({ network }: World, { account, friend }: Talk) => ({
  own: network.phones.view(account, friend),
  friends: network.phones.view(friend, account),
});
const saying = (view: { messages: { text: string }[] }) => view.messages.map(({ text }) => text);

function actCase(name: string, kind: ChatActKind, play: (world: World, talk: Talk) => Promise<void>): ConformanceCase {
  return {
    name,
    async run(world) {
      const unsupported = withoutAct(world.capabilities, kind);
      if (unsupported === undefined) await play(world, await talk(world));
      return unsupported;
    },
  };
}

/** Performs an act, as often as it takes: an act without an answer is retried with its own id. */
async function done({ life, friend }: Talk, act: EngineAct, about: Partial<Parameters<Life['act']>[1]> = {}) {
  const id = newMessageId();
  for (let tries = 0; ; tries += 1) {
    const outcome = await life.act(act, { id, chat: friend, ...about });
    if (outcome?.kind !== 'in-doubt' || tries === 3) return expect(outcome).toMatchObject({ kind: 'done' });
  }
}

export const actCases: ConformanceCase[] = [
  actCase('reacts to a message, with another emoji, and takes it back', 'react', async (world, made) => {
    const shown = () => phones(world, made).friends.messages.map(({ reactions }) => reactions[made.account]);
    await done(made, { kind: 'react', emoji: '👍' }, { message: made.theirs });
    await eventually(() => expect(shown()).toEqual([undefined, '👍']));
    await done(made, { kind: 'react', emoji: '🎉' }, { message: made.theirs });
    await done(made, { kind: 'react', emoji: '👀' }, { message: made.own });
    await eventually(() => expect(shown()).toEqual(['👀', '🎉']));
    await done(made, { kind: 'react', emoji: '' }, { message: made.theirs });
    await eventually(() => expect(shown()).toEqual(['👀', undefined]));
    expect(saying(phones(world, made).friends)).toEqual(['at six', 'fine']);
  }),
  actCase('edits a message of its own, the same edit twice being one', 'edit', async (world, made) => {
    const id = newMessageId();
    await done(made, { kind: 'edit', text: 'at seven' }, { message: made.own, id });
    await done(made, { kind: 'edit', text: 'at seven' }, { message: made.own, id });
    const { own, friends } = phones(world, made);
    expect([saying(own), saying(friends)]).toEqual(Array(2).fill(['at seven', 'fine']));
    expect(friends.messages.map(({ isEdited }) => isEdited)).toEqual([true, false]);
  }),
  actCase('deletes a message of its own for everyone', 'delete', async (world, made) => {
    await done(made, { kind: 'delete' }, { message: made.own });
    await done(made, { kind: 'delete' }, { message: made.own });
    const { own, friends } = phones(world, made);
    for (const view of [own, friends]) expect(view.messages.map(({ isDeleted }) => isDeleted)).toEqual([true, false]);
  }),
  actCase('stars a message, and takes the star off', 'star', async (world, made) => {
    const stars = () => phones(world, made).own.messages.map(({ isStarred }) => isStarred);
    await done(made, { kind: 'star', isStarred: true }, { message: made.theirs });
    expect(stars()).toEqual([false, true]);
    await done(made, { kind: 'star', isStarred: false }, { message: made.theirs });
    expect(stars()).toEqual([false, false]);
  }),
  actCase('pins a message to the top of its chat, and takes it down', 'pin-message', async (world, made) => {
    const pins = () => phones(world, made).friends.messages.map(({ isPinned }) => isPinned);
    await done(made, { kind: 'pin-message', isPinned: true, seconds: 604_800 }, { message: made.theirs });
    await eventually(() => expect(pins()).toEqual([false, true]));
    await done(made, { kind: 'pin-message', isPinned: false, seconds: 604_800 }, { message: made.theirs });
    await eventually(() => expect(pins()).toEqual([false, false]));
    expect(saying(phones(world, made).friends)).toEqual(['at six', 'fine']);
  }),
  actCase('marks a chat as read', 'read', async (world, made) => {
    expect(phones(world, made).own.state.unread).toBe(1);
    await done(made, { kind: 'read', isRead: true }, { latest: [made.theirs] });
    expect(phones(world, made).own.state.unread).toBe(0);
  }),
  actCase('archives a chat, pins and mutes it, and undoes that', 'archive', async (world, made) => {
    const untilMs = Math.floor(Date.now() / 1_000) * 1_000 + 8 * 3_600_000;
    await done(made, { kind: 'archive', isArchived: true }, { latest: [made.theirs] });
    await done(made, { kind: 'pin', isPinned: true });
    await done(made, { kind: 'mute', untilMs });
    const state = () => phones(world, made).own.state;
    expect(state()).toMatchObject({ isArchived: true, isPinned: true, mutedUntilMs: untilMs });
    await done(made, { kind: 'archive', isArchived: false }, { latest: [made.theirs] });
    await done(made, { kind: 'pin', isPinned: false });
    await done(made, { kind: 'mute', untilMs: null });
    expect(state()).toMatchObject({ isArchived: false, isPinned: false, mutedUntilMs: null });
  }),
  {
    name: 'reports what the owner archives, pins and mutes',
    async run(world) {
      const unsupported = withoutAct(world.capabilities, 'archive');
      if (unsupported !== undefined) return unsupported;
      const { life, account, friend } = await talk(world);
      const untilMs = Math.floor(Date.now() / 1_000) * 1_000 + 3_600_000;
      const { phones: owners } = world.network;
      await owners.setChat(account, friend, { isArchived: true, isPinned: true, mutedUntilMs: untilMs });
      const set = { isArchived: true, isPinned: true, mutedUntilMs: untilMs };
      await eventually(() => expect(life.chats.get(friend)).toMatchObject(set));
      await owners.setChat(account, friend, { isArchived: false, isPinned: false, mutedUntilMs: null });
      const unset = { isArchived: false, isPinned: false, mutedUntilMs: null };
      await eventually(() => expect(life.chats.get(friend)).toMatchObject(unset));
      return undefined;
    },
  },
  {
    name: 'shows that it is typing',
    async run(world) {
      if (!world.capabilities.typing) return 'typing: no';
      const made = await talk(world);
      await made.life.typing(made.friend, true);
      await eventually(() => expect(phones(world, made).own.isTyping).toBe(true));
      return undefined;
    },
  },
  {
    name: 'fetches older messages from the phone',
    async run(world) {
      if (!world.capabilities.olderMessages) return 'olderMessages: no';
      const [first, friend] = [await world.shared(), newNumber()];
      const account = world.accountOf(first);
      const write = (text: string) => world.network.phones.send(friend, account, { kind: 'text', text });
      const heardBy = (life: Life) => heardFrom(life, friend).map(({ text, isHistory }) => [text, isHistory ?? false]);
      for (const text of ['one', 'two']) await write(text);
      await eventually(() => expect(heardBy(first)).toHaveLength(2));
      // Linked later, it is told what arrives from then on.
      const life = await world.begin();
      await world.scan(life, account);
      await eventually(() => expect(life.status()).toBe('connected'));
      await write('three');
      await eventually(() => expect(heardBy(life)).toEqual([['three', false]]));
      const [three] = heardFrom(life, friend);
      const before = { waMessageId: three?.waMessageId ?? '', wireId: null, fromMe: false, writer: friend };
      await life.olderMessages(friend, { ...before, atMs: three?.atMs ?? 0 }, 10);
      const all = [
        ['three', false],
        ['one', true],
        ['two', true],
      ];
      await eventually(() => expect(heardBy(life)).toEqual(all));
      return undefined;
    },
  },
];
