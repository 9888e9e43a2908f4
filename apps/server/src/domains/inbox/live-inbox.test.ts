import type { Conversation } from '@switchyard/contracts/inbox/operations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changePriority, changeThroughDisconnects, InboxPage } from '../../../test/inbox-page.ts';
import { joinWorkspace } from '../../../test/join-workspace.ts';
import { createLaneFixture, type LaneFixture } from '../../../test/lane-fixture.ts';
import { seededRandom } from '../../../test/seeded-random.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';

const DISCONNECTS = 10;
const CHATS = 12;

let server: TestServer;
let lane: LaneFixture;
beforeAll(async () => {
  server = await startTestServer({ config: { rateLimitPerMinute: 0 } });
  lane = await createLaneFixture(server.database);
  await server.database.pool.query(
    `insert into conversations (id, workspace_id, engine_id, chat, last_id, last_at, last_kind, preview, is_last_ours, status)
     select uuidv7(), $1, $2, '+4477009' || 10000 + n, uuidv7(), now(), 'text', 'Hello', false, 'open' from generate_series(1, $3::int) n`,
    [lane.workspaceId, lane.engineId, CHATS],
  );
});
afterAll(() => server?.stop());

test('an inbox that loses its connection amid changes misses none and shows none twice', async () => {
  const at = { ...server, origin: server.platform.config.publicUrl };
  const [ana, ben] = [await joinWorkspace(at, lane.workspaceId), await joinWorkspace(at, lane.workspaceId)];
  const { data } = await ana.call<{ data: Conversation[] }>('GET', '/api/conversations?limit=100');
  const ids = data.map(({ _id }) => _id);
  expect(ids).toHaveLength(CHATS);
  const page = new InboxPage(server.url, ben);
  await page.open();
  const shown = new Promise<[string, number]>((resolve) => {
    page.onShown = (...change) => resolve(change);
  });
  const version = await changePriority(ana, ids[0] ?? '', 0);
  expect(await shown).toEqual([ids[0], version]);
  const random = seededRandom(46);
  expect(await changeThroughDisconnects(page, ana, { ids, disconnects: DISCONNECTS, random })).toEqual({
    missed: 0,
    doubled: 0,
  });
  page.drop();
});
