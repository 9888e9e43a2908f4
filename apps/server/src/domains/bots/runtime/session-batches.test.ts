import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  type BotRig,
  createBotRig,
  flowOf,
  onAny,
  onlySession,
  say,
  startBotServer,
} from '../../../../test/bot-rig.ts';
import type { TestServer } from '../../../../test/test-server.ts';
import { workOn } from './run-session.ts';
import { workOnSessions } from './work-on-session.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startBotServer();
});
afterAll(() => server.stop());

/** Bots of three workspaces, each with a due conversation. */
async function createDueSessions(): Promise<{ rigs: BotRig[]; ids: string[] }> {
  const rigs: BotRig[] = [];
  const ids: string[] = [];
  for (const words of ['One', 'Two {name|there}', 'Three']) {
    const rig = await createBotRig(
      server,
      flowOf([onAny, say('s', words), { id: 'set', kind: 'set', variable: 'n', expression: '1' }]),
    );
    await rig.reportMessages({ text: 'hi' });
    rigs.push(rig);
    ids.push((await onlySession(rig)).id);
  }
  return { rigs, ids };
}

/** Works on these sessions and on those left over because others took long, as the session queue does. */
async function workOnAll(ids: readonly string[], platform = server.platform): Promise<void> {
  for (let left = ids; left.length > 0; ) ({ left } = await workOnSessions(platform, left));
}

const sentBy = async (rigs: BotRig[]) => (await Promise.all(rigs.map((rig) => rig.sent()))).flat();

test('works on conversations of several workspaces together, each with its own bot and statistics', async () => {
  const { rigs, ids } = await createDueSessions();
  await workOnAll(ids);
  expect(await sentBy(rigs)).toEqual(['One', 'Two there', 'Three']);
  for (const rig of rigs) {
    expect(await onlySession(rig)).toMatchObject({ status: 'completed', vars: { n: 1 } });
    expect(await rig.events()).toEqual(['session_started', 'message_sent', 'variable_set', 'session_completed']);
    const { rows } = await server.database.pool.query<{ counts: Record<string, number> }>(
      'select counts from bot_statistics_news where bot_id = $1',
      [rig.bot._id],
    );
    expect(rows.map(({ counts }) => counts['filter:event:message_sent+process:session_completed'])).toEqual([1]);
  }
});

test('a session that cannot be worked on fails alone, and the others continue', async () => {
  const { rigs, ids } = await createDueSessions();
  await server.database.pool.query(
    `update bot_versions set flow = jsonb_set(flow, '{nodes,1,kind}', '"nothing"') where bot_id = $1`,
    [rigs[1]?.bot._id],
  );
  await workOnAll(ids);
  expect(await sentBy(rigs)).toEqual(['One', 'Three']);
  const statuses = await Promise.all(rigs.map(async (rig) => (await onlySession(rig)).status));
  expect(statuses).toEqual(['completed', 'failed', 'completed']);
});

test('retries a session whose transaction PostgreSQL chose as a deadlock victim', async () => {
  const { rigs, ids } = await createDueSessions();
  const gaveUp = Object.assign(new Error('deadlock detected'), { code: '40P01' });
  const { db } = server.database;
  const transaction = vi.spyOn(db, 'transaction').mockRejectedValueOnce(gaveUp).mockRejectedValueOnce(gaveUp);
  await workOnAll(ids, { ...server.platform, database: { ...server.platform.database, db } });
  transaction.mockRestore();
  expect(await sentBy(rigs)).toEqual(['One', 'Two there', 'Three']);
});

test('skips a session that another process works on', async () => {
  const { rigs, ids } = await createDueSessions();
  await server.database.db.transaction(async (tx) => {
    await workOn({ db: tx, hooks: [] }, ids.slice(0, 1), new Date());
    await workOnAll(ids);
  });
  expect(await sentBy(rigs)).toEqual(['One', 'Two there', 'Three']);
});

test('a session whose work keeps losing its connection fails after some tries without delaying others', async () => {
  const { rigs, ids } = await createDueSessions();
  const { pool } = server.database;
  const guilty = ids[1] ?? '';
  await pool.query(`
    create function lose_connection() returns trigger language plpgsql as $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$;
    create trigger lose_connection before insert on bot_lines for each row when (new.session_id = '${guilty}') execute function lose_connection()`);
  try {
    const due = async () =>
      (await pool.query<{ id: string }>('select id from bot_sessions where id = any($1) and wake_at <= now()', [ids]))
        .rows;
    let rounds = 0;
    for (let left = await due(); left.length > 0 && rounds < 20; left = await due()) {
      await workOnAll(left.map(({ id }) => id));
      rounds += 1;
      const statuses = (await Promise.all(rigs.map(onlySession))).map(({ status }) => status);
      expect([statuses[0], statuses[2]]).toEqual(['completed', 'completed']);
      if (rounds === 1) expect(statuses[1]).toBe('active');
    }
    expect(rounds).toBeLessThan(20);
    expect(await onlySession(rigs[1] as BotRig)).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('A server error'),
    });
  } finally {
    await pool.query('drop trigger lose_connection on bot_lines; drop function lose_connection');
  }
});
