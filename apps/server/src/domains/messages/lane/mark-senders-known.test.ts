import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLaneFixture } from '../../../../test/lane-fixture.ts';
import { createTestDatabase } from '../../../../test/test-database.ts';
import { newId } from '../../../platform/database/columns.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { NewChatMessage } from '../chats/stored-chat-messages.ts';
import { insertMessages, type NewMessage } from '../write/insert-messages.ts';
import { markSendersKnown } from './mark-senders-known.ts';

let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ database, drop } = await createTestDatabase());
});
afterAll(() => drop());

const written = (by: NewChatMessage['by'], at = new Date()): NewChatMessage => ({
  ...{ id: newId(), by, from: null, waMessageId: newId(), kind: 'text', text: 'Hello' },
  ...{ choices: null, quotedId: null, at },
});

test('an answer to somebody who wrote first is no first contact; messages held as such are released', async () => {
  const lane = await createLaneFixture(database);
  const generation = await lane.lease();
  const [stranger, writer] = ['+447700900001', '+447700900002'];
  await lane.add({ to: stranger });
  const answer = await lane.add({ to: writer });
  await lane.setLane({ new_per_minute: '0.1', new_tokens: '0', refilled_at: 'now()' });
  expect((await lane.claim(generation)).messages).toEqual([]);
  const origin = { workspaceId: lane.workspaceId, engineId: lane.engineId };
  const write = (chat: string, by: NewChatMessage['by']) =>
    markSendersKnown.run(database.db, { ...origin, chat, messages: [written(by)] }, []);
  expect(await write(stranger, 'product')).toEqual([]);
  expect(await write(writer, 'them')).toHaveLength(1);
  expect(await write(writer, 'them')).toEqual([]);
  expect((await lane.claim(generation)).messages.map(({ _id }) => _id)).toEqual([answer]);
});

test('an immediate message to somebody who wrote within the last day is a reply; an automated or later one is not', async () => {
  const lane = await createLaneFixture(database);
  const [them, other] = ['+447700900003', '+447700900004'];
  const origin = { workspaceId: lane.workspaceId, engineId: lane.engineId };
  const write = (by: NewChatMessage['by'], at?: Date) =>
    markSendersKnown.run(database.db, { ...origin, chat: them, messages: [written(by, at)] }, []);
  const holdOf = async (said: Partial<NewMessage>) => {
    const message: NewMessage = {
      ...{ ...origin, contactName: 'Ann', contactList: [], recipient: them, body: 'Hello', status: 'pending' },
      ...{ dueAt: new Date(Date.now() - 1_000), dueLocal: '2026-01-01T00:00', zone: 'UTC', origin: 'web' },
      ...said,
    };
    const [id] = await insertMessages(database.db, [message]);
    const { rows } = await database.pool.query('select hold_rule from messages where id = $1', [id]);
    return rows[0]?.hold_rule;
  };
  await write('phone');
  expect(await holdOf({})).toBeNull();
  // Old messages may arrive only now.
  await write('them', new Date(Date.now() - 48 * 3_600_000));
  expect(await holdOf({})).toBeNull();
  await write('them');
  expect(await holdOf({})).toBe('reply');
  expect(await holdOf({ origin: 'bot' })).toBe('reply');
  expect(await holdOf({ recipient: other })).toBeNull();
  expect(await holdOf({ origin: 'campaign' })).toBeNull();
  expect(await holdOf({ dueAt: new Date(Date.now() + 60_000) })).toBeNull();
  // It is kept to the hour, and survives use of the phone.
  await write('phone');
  expect(await holdOf({})).toBe('reply');
  await database.pool.query(
    `update engine_recipients set wrote_at = now() - interval '25 hours' where engine_id = $1`,
    [lane.engineId],
  );
  expect(await holdOf({})).toBeNull();
  await write('them');
  expect(await holdOf({})).toBe('reply');
});
