import { afterAll, beforeAll, expect, test } from 'vitest';
import { actorByHeader } from '../../../../test/actor-by-header.ts';
import { createBotRig, flowOf, onAny } from '../../../../test/bot-rig.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { type Database, openDatabase } from '../../../platform/database/database.ts';
import { chatsDomain } from '../../chats/index.ts';
import { contactsDomain } from '../../contacts/index.ts';
import { enginesDomain } from '../../engines/index.ts';
import { messagesDomain } from '../../messages/index.ts';
import { botsDomain } from '../index.ts';
import { runSession } from './run-session.ts';

let server: TestServer;
/**
 * Kills a process after this many more database statements: before the last one arrives, or before its response does.
 */
let mortal: Database;
let left = Number.POSITIVE_INFINITY;
let diesAfterAnswer = false;

type Asking = { query(...given: unknown[]): unknown; connection: { stream: { destroy(): void } } };

beforeAll(async () => {
  server = await startTestServer({
    domains: [actorByHeader, enginesDomain, contactsDomain, messagesDomain, chatsDomain, botsDomain],
  });
  // Four connections: one whose `begin` fails is unavailable for five seconds, and three fail.
  mortal = openDatabase(server.database.url, 4, () => undefined);
  mortal.pool.on('connect', (client) => {
    const asking = client as unknown as Asking;
    const query = asking.query.bind(asking);
    asking.query = (...given) => {
      left -= 1;
      if (left > 0) return query(...given);
      if (left < 0 || !diesAfterAnswer) {
        asking.connection.stream.destroy();
        return query(...given);
      }
      const answered = query(...given);
      return Promise.resolve(answered).finally(() => asking.connection.stream.destroy());
    };
  });
});
afterAll(async () => {
  await mortal.close();
  await server.stop();
});

test.each([
  ['before a statement arrives', false],
  ['after it ran, before its response arrives', true],
])(
  'a worker that dies at any statement, %s, loses no step and sends or records nothing twice',
  async (_when, after) => {
    diesAfterAnswer = after;
    const flow = flowOf([
      onAny,
      { id: 'hello', kind: 'send', text: 'Hello' },
      { id: 'ask', kind: 'ask', text: 'How many?', answer: 'number', saveAs: 'n' },
      { id: 'more', kind: 'set', variable: 'more', expression: 'vars.n + 1' },
      { id: 'if', kind: 'condition', expression: 'vars.more > 2' },
      { id: 'delay', kind: 'delay', seconds: 3600 },
      { id: 'bye', kind: 'send', text: 'Make it {more}' },
    ]);
    const rig = await createBotRig(server, flow);
    const { pool } = server.database;
    const due = async () =>
      (
        await pool.query<{ id: string }>('select id from bot_sessions where workspace_id = $1 and wake_at <= now()', [
          rig.lane.workspaceId,
        ])
      ).rows[0]?.id;
    let deaths = 0;
    /** Dies at the first statement, then at the second, and so on until the work is done. */
    const workDying = async () => {
      for (let statements = 1; ; ) {
        const id = await due();
        if (!id) return;
        left = statements;
        const died = await runSession({ ...server.platform, database: mortal }, id).then(
          () => false,
          () => true,
        );
        left = Number.POSITIVE_INFINITY;
        // Otherwise the work is done, or the dead process still holds its lock.
        if (died) statements += 1;
        deaths += died ? 1 : 0;
        expect(statements, 'it ends').toBeLessThan(200);
      }
    };
    await rig.reportMessages({ text: 'hi' });
    await workDying();
    await rig.reportMessages({ text: '2' });
    await workDying();
    await pool.query(
      `update bot_sessions set wake_at = now(), state = jsonb_set(state, '{wait,until}', to_jsonb(now() - interval '1 second')) where workspace_id = $1`,
      [rig.lane.workspaceId],
    );
    await workDying();

    expect(deaths).toBeGreaterThan(20);
    expect(await rig.sent()).toEqual(['Hello', 'How many?', 'Make it 3']);
    expect(await rig.events()).toEqual([
      'session_started',
      'message_sent',
      'question_asked',
      'answer_received',
      'variable_set',
      'condition_evaluated',
      'delay_started',
      'delay_ended',
      'message_sent',
      'session_completed',
    ]);
    const [session] = await rig.sessions();
    expect(session).toMatchObject({ status: 'completed', vars: { n: 2, more: 3 } });
    const lines = await pool.query<{ by: string; text: string }>(
      'select by, text from bot_lines where session_id = $1 order by at, id',
      [session?.id],
    );
    expect(lines.rows.filter(({ by }) => by === 'them')).toEqual([
      { by: 'them', text: 'hi' },
      { by: 'them', text: '2' },
    ]);
    const counted = await pool.query<{ count: number }>(
      `select sum((counts->>'event:message_sent')::int)::int as count from bot_statistics_news where bot_id = $1`,
      [rig.bot._id],
    );
    expect(counted.rows[0]?.count).toBe(2);
  },
);
