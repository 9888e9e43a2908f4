import type { ChatActRequest, Thread } from '@switchyard/contracts/chats/operations';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { actOnChat } from '../../../server/src/domains/chats/act-on-chat.ts';
import { listChats } from '../../../server/src/domains/chats/list-chats.ts';
import { readThread } from '../../../server/src/domains/chats/read-thread.ts';
import { depsOf } from '../../../server/src/platform/perform.ts';
import { memberOf } from '../../../server/test/act.ts';
import { startTestServer, type TestServer } from '../../../server/test/test-server.ts';
import { EngineRig } from '../../test/engine-rig.ts';
import { eventually } from '../../test/eventually.ts';
import { connectToServer, type EngineServer, ServerUnavailable } from '../connection/server-client.ts';
import type { CreateDriver } from '../drivers/driver.ts';
import { simulatorDriver } from '../drivers/simulator/simulator-driver.ts';
import type { Lane } from './lane.ts';

const FRIEND = '+447700901000';

let server: TestServer;
let rig: EngineRig;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  rig = await EngineRig.open(server);
  await rig.link();
});
afterEach(() => rig.close());

/** Requests an act like a member of the workspace. The lane polls by itself too, but is poked here. */
async function ask(act: ChatActRequest, lane?: Lane) {
  const { result } = await actOnChat(depsOf(server.platform), memberOf(rig.fixture), {
    id: rig.fixture.engineId,
    chat: FRIEND,
    act,
  });
  lane?.pokeActs();
  return result;
}

const thread = (): Promise<Omit<Thread, 'abilities'>> =>
  readThread(server.platform, memberOf(rig.fixture), { id: rig.fixture.engineId, chat: FRIEND, limit: 50 });
const shown = async () => {
  const { data } = await thread();
  return data.map(({ text, isDeleted, isStarred, reactions, acts }) => ({
    ...{ text, isDeleted, isStarred, acts: acts.map(({ kind, state }) => `${kind} ${state}`) },
    mine: reactions.filter(({ isMine }) => isMine).map(({ emoji }) => emoji),
  }));
};
/** The state that the account's phone shows, in the same format. */
const onPhone = () =>
  rig.network.phones.view(rig.account, FRIEND).messages.map(({ text, isDeleted, isStarred, reactions }) => ({
    ...{ text, isDeleted, isStarred, acts: [] },
    mine: Object.entries(reactions).flatMap(([who, emoji]) => (who === rig.account ? [emoji] : [])),
  }));
const chatShown = async () =>
  (await listChats(server.database.pool, { engineId: rig.fixture.engineId, limit: 10, skip: 0, sight: null })).data[0];

/** A message of the engine's own in the chat, and one of the friend's. @returns the ids of both */
async function talk(lane: Lane): Promise<{ own: string; theirs: string }> {
  await rig.fixture.add({ to: FRIEND, text: 'See you at six' });
  lane.poke();
  await rig.untilAll('sent', 1);
  await rig.network.phones.send(FRIEND, rig.account, { kind: 'text', text: 'Fine' });
  await eventually(async () => expect((await thread()).data).toHaveLength(2));
  const [own, theirs] = (await thread()).data.map(({ waMessageId }) => waMessageId);
  return { own: own ?? '', theirs: theirs ?? '' };
}

test('shows a requested act as pending, then as on the phone', async () => {
  const lane = rig.startLane();
  const { own, theirs } = await talk(lane);
  await lane.stop();
  expect(await ask({ kind: 'react', waMessageId: theirs, emoji: '👍' })).toMatchObject({
    state: 'pending',
    text: '👍',
  });
  await ask({ kind: 'edit', waMessageId: own, text: 'See you at seven' });
  await ask({ kind: 'star', waMessageId: theirs, isStarred: true });
  // The messages have not changed yet.
  expect(await shown()).toEqual([
    { text: 'See you at six', isDeleted: false, isStarred: false, acts: ['edit pending'], mine: [] },
    { text: 'Fine', isDeleted: false, isStarred: false, acts: ['react pending', 'star pending'], mine: [] },
  ]);
  rig.startLane();
  await eventually(async () => expect((await shown()).flatMap(({ acts }) => acts)).toEqual([]));
  expect(await shown()).toEqual([
    { text: 'See you at seven', isDeleted: false, isStarred: false, acts: [], mine: [] },
    { text: 'Fine', isDeleted: false, isStarred: true, acts: [], mine: ['👍'] },
  ]);
  expect(await shown()).toEqual(onPhone());
});

test('applies the last of two requests for the same thing, also on the phone', async () => {
  const lane = rig.startLane();
  const { theirs } = await talk(lane);
  await lane.stop();
  await ask({ kind: 'react', waMessageId: theirs, emoji: '👍' });
  await ask({ kind: 'react', waMessageId: theirs, emoji: '❤️' });
  await ask({ kind: 'archive', isArchived: true });
  await ask({ kind: 'archive', isArchived: false });
  await ask({ kind: 'pin', isPinned: true });
  await ask({ kind: 'mute', length: 'always' });
  await ask({ kind: 'read', isRead: true });
  rig.startLane();
  await eventually(async () => expect((await chatShown())?.acts).toEqual([]));
  await eventually(async () => expect((await shown())[1]?.mine).toEqual(['❤️']));
  expect(await chatShown()).toMatchObject({ isArchived: false, isPinned: true, unread: 0 });
  expect((await chatShown())?.mutedUntil).toMatch(/^9999/);
  const { state } = rig.network.phones.view(rig.account, FRIEND);
  expect(state).toMatchObject({ isArchived: false, isPinned: true, mutedUntilMs: -1, unread: 0 });
  expect(rig.network.deliveries.page(FRIEND, 50, 0).data.filter(({ kind }) => kind === 'reaction')).toHaveLength(1);
});

test('shows acts that were done on the phone', async () => {
  const lane = rig.startLane();
  await talk(lane);
  const { phones } = rig.network;
  await phones.setChat(rig.account, FRIEND, { isArchived: true, isPinned: true, mutedUntilMs: Date.now() + 3_600_000 });
  await phones.read(rig.account, FRIEND, false);
  await eventually(async () =>
    expect(await chatShown()).toMatchObject({ isArchived: true, isPinned: true, unread: 1 }),
  );
  expect(Date.parse((await chatShown())?.mutedUntil ?? '')).toBeGreaterThan(Date.now());
  await phones.setChat(rig.account, FRIEND, { isArchived: false, mutedUntilMs: null });
  await eventually(async () => expect(await chatShown()).toMatchObject({ isArchived: false, isPinned: true }));
  expect(Date.parse((await chatShown())?.mutedUntil ?? '')).toBeLessThan(Date.now());
});

test('fails an act that WhatsApp refuses, with its reason, and leaves the message unchanged', async () => {
  const lane = rig.startLane();
  const { own } = await talk(lane);
  await lane.stop();
  await ask({ kind: 'edit', waMessageId: own, text: 'Too late' });
  await server.database.pool.query(`update chat_acts set expires_at = now() - interval '1 minute'`);
  rig.startLane();
  await eventually(async () =>
    expect((await thread()).data[0]?.acts).toMatchObject([{ kind: 'edit', state: 'failed' }]),
  );
  const [message] = (await thread()).data;
  expect(message).toMatchObject({ text: 'See you at six', isEdited: false });
  expect(message?.acts[0]?.reason).toEqual({ code: 'actTooLate' });
  expect(onPhone()[0]?.text).toBe('See you at six');
});

test("refuses impossible acts immediately: another's message, no text, too old, missing, or a driver without the ability", async () => {
  const lane = rig.startLane();
  const { own, theirs } = await talk(lane);
  await lane.stop();
  const refusal = (act: ChatActRequest) => ask(act).catch((error: { code: string }) => error.code);
  expect(await refusal({ kind: 'edit', waMessageId: theirs, text: 'x' })).toBe('MESSAGE_NOT_OURS');
  expect(await refusal({ kind: 'delete', waMessageId: theirs })).toBe('MESSAGE_NOT_OURS');
  expect(await refusal({ kind: 'react', waMessageId: 'none', emoji: '👍' })).toBe('NOT_FOUND');
  await server.database.pool.query(
    `update messages set sent_at = now() - interval '16 minutes' where wa_message_id = $1`,
    [own],
  );
  expect(await refusal({ kind: 'edit', waMessageId: own, text: 'x' })).toBe('MESSAGE_TOO_OLD');
  expect(await ask({ kind: 'delete', waMessageId: own })).toMatchObject({ state: 'pending' });
  await server.database.pool.query(`update engines set driver = 'cloud-api' where id = $1`, [rig.fixture.engineId]);
  expect(await refusal({ kind: 'pin', isPinned: true })).toBe('DRIVER_CANNOT');
  const { rows } = await server.database.pool.query('select kind from chat_acts where engine_id = $1', [
    rig.fixture.engineId,
  ]);
  expect(rows).toEqual([{ kind: 'delete' }]);
});

test('loads older messages from the phone, once', async () => {
  const { phones } = rig.network;
  for (const text of ['One', 'Two', 'Three']) await phones.send(FRIEND, rig.account, { kind: 'text', text });
  const lane = rig.startLane();
  await eventually(async () => expect((await thread()).data).toHaveLength(3));
  const { pool } = server.database;
  await pool.query(`delete from received_messages where engine_id = $1 and body in ('One', 'Two')`, [
    rig.fixture.engineId,
  ]);
  // WhatsApp's times are whole seconds, and within a second the order of arrival decides.
  await pool.query(
    `update received_messages set written_at = written_at + interval '1 minute' where engine_id = $1 and body = 'Three'`,
    [rig.fixture.engineId],
  );
  const [third] = (await thread()).data;
  const before = { waMessageId: third?.waMessageId ?? '', wireId: null, fromMe: false, writer: FRIEND, atMs: 0 };
  expect(await lane.driver?.olderMessages?.(FRIEND, before, 10)).toBe(2);
  expect((await thread()).data.map(({ text }) => text)).toEqual(['One', 'Two', 'Three']);
});

/** Where a process is killed: it does nothing more from then on, not even shut down. */
const MOMENTS = ['claimed', 'done', 'reported'] as const;

/** A lane whose process dies at a moment of its first act. */
function startDoomed(moment: (typeof MOMENTS)[number]): Lane {
  let isDead = false;
  const whole = connectToServer(server.url, rig.token, { timeoutMs: 2_000 });
  const dead = () => Promise.reject(new ServerUnavailable('the process is dead'));
  const doomed: EngineServer = {
    ...whole,
    renew: (body) => (isDead ? dead() : whole.renew(body)),
    release: (body) => (isDead ? dead() : whole.release(body)),
    async acts(body) {
      if (isDead || (moment === 'done' && (body.results ?? []).length > 0)) {
        isDead = true;
        return dead();
      }
      const answer = await whole.acts(body);
      if (moment === 'reported' && (body.results ?? []).length > 0) {
        isDead = true;
        return dead();
      }
      return answer;
    },
  };
  const simulator = simulatorDriver({ url: rig.face.url, answerTimeoutMs: 500 });
  const createDriver: CreateDriver = (context) => {
    const driver = simulator(context);
    const { act } = driver;
    if (moment !== 'claimed' || !act) return driver;
    return Object.assign(driver, {
      act() {
        isDead = true;
        return new Promise<never>(() => undefined);
      },
    });
  };
  return rig.startLane({ server: doomed, createDriver });
}

const ACTS: Record<string, (of: { own: string; theirs: string }) => ChatActRequest> = {
  react: ({ theirs }) => ({ kind: 'react', waMessageId: theirs, emoji: '🎉' }),
  edit: ({ own }) => ({ kind: 'edit', waMessageId: own, text: 'See you at eight' }),
  delete: ({ own }) => ({ kind: 'delete', waMessageId: own }),
};

describe.each(MOMENTS)('killed when it was %s', (moment) => {
  test.each(Object.keys(ACTS))(
    '%s: the next process finishes it, and the chat shows the same as the phone',
    async (name) => {
      const first = rig.startLane();
      const of = await talk(first);
      await first.stop();
      const act = ACTS[name]?.(of);
      if (!act) throw new Error('no such act');
      await ask(act);
      const doomed = startDoomed(moment);
      const { pool } = server.database;
      const states = async () =>
        (await pool.query('select state from chat_acts where engine_id = $1', [rig.fixture.engineId])).rows;
      // Nothing untrue is shown.
      await eventually(async () => {
        expect(await states()).toEqual([{ state: moment === 'reported' ? 'done' : 'claimed' }]);
        expect((await shown()).flatMap(({ acts }) => acts)).toEqual(moment === 'reported' ? [] : [`${name} pending`]);
      });
      if (moment === 'done') await eventually(() => expect(onPhone()).not.toEqual([]));
      const next = rig.startLane({ holder: 'pod-a' });
      await eventually(async () => expect(await states()).toEqual([{ state: 'done' }]));
      expect(await shown()).toEqual(onPhone());
      // WhatsApp accepted it once.
      const kinds = rig.network.deliveries.page(FRIEND, 50, 0).data.map(({ kind }) => kind);
      expect(kinds.filter((kind) => !['text'].includes(kind))).toHaveLength(1);
      void doomed;
      await next.stop();
    },
  );
});
