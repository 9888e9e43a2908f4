import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLaneFixture } from '../../../../test/lane-fixture.ts';
import { createTestDatabase } from '../../../../test/test-database.ts';
import { newId } from '../../../platform/database/columns.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { WrittenMessage } from '../chat-written.ts';
import { knowWhoWrites } from './known-by-writing.ts';

let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ database, drop } = await createTestDatabase());
});
afterAll(() => drop());

const written = (by: WrittenMessage['by']): WrittenMessage => ({
  ...{ id: newId(), by, from: null, waMessageId: newId(), kind: 'text', text: 'Hello' },
  ...{ choices: null, quotedId: null, at: new Date() },
});

test('an answer to whoever wrote first is no first contact; what waited for them as one goes out', async () => {
  const lane = await createLaneFixture(database);
  const generation = await lane.lease();
  const [stranger, writer] = ['+447700900001', '+447700900002'];
  await lane.add({ to: stranger });
  const answer = await lane.add({ to: writer });
  await lane.setLane({ new_per_minute: '0.1', new_tokens: '0', refilled_at: 'now()' });
  expect((await lane.claim(generation)).messages).toEqual([]);
  const told = { workspaceId: lane.workspaceId, engineId: lane.engineId };
  const write = (chat: string, by: WrittenMessage['by']) =>
    knowWhoWrites.run(database.db, { ...told, chat, messages: [written(by)] });
  expect(await write(stranger, 'product')).toEqual([]);
  expect(await write(writer, 'them')).toHaveLength(1);
  expect(await write(writer, 'them')).toEqual([]);
  expect((await lane.claim(generation)).messages.map(({ _id }) => _id)).toEqual([answer]);
});
