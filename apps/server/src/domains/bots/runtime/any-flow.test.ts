import type { BotFlow } from '@switchyard/contracts/bots/flow';
import { botFlow, outletsOf } from '@switchyard/contracts/bots/flow';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actorByHeader } from '../../../../test/actor-by-header.ts';
import { createBotRig, OURS } from '../../../../test/bot-rig.ts';
import { createLaneFixture, type LaneFixture } from '../../../../test/lane-fixture.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { chatsDomain } from '../../chats/index.ts';
import { contactsDomain } from '../../contacts/index.ts';
import { enginesDomain } from '../../engines/index.ts';
import { messagesDomain } from '../../messages/index.ts';
import { flowFaults } from '../flow/validate-flow.ts';
import { botsDomain } from '../index.ts';

const RUNS = 40;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    domains: [actorByHeader, enginesDomain, contactsDomain, messagesDomain, chatsDomain, botsDomain],
  });
});
afterAll(() => server.stop());

const settings: Record<string, object> = {
  send: { text: 'Words' },
  ask: { text: 'Well?', answer: 'number', retries: 1, saveAs: 'n' },
  wait: { saveAs: 'said' },
  delay: { seconds: 60 },
  condition: { expression: 'message.text.size() % 2 == 0' },
  switch: { expression: 'message.text', cases: [{ id: 'a', value: '1' }] },
  set: { variable: 'count', expression: 'has(vars.count) ? vars.count + 1 : 1' },
  // Fails at once: there is no model, and the address may not be called.
  aiReply: { instructions: 'Answer.' },
  aiExtract: { fields: [{ variable: 'people', type: 'number', description: 'how many' }] },
  http: { url: 'http://127.0.0.1/' },
  knowledge: { knowledgeBaseIds: ['01920000-0000-7000-8000-00000000c0de'] },
  label: { label: 'Seen' },
  contact: {
    fields: [{ name: 'Town', value: '{said|none}' }],
    labelsOn: ['Spoken'],
    labelsOff: ['Seen'],
    consent: 'given',
    consentSource: 'A bot',
  },
  handover: {},
  end: {},
};
const WAITS = ['ask', 'wait', 'delay'];

/** Any deployable flow: edges lead forwards, and backwards only from nodes that wait. */
const anyFlow: fc.Arbitrary<BotFlow> = fc
  .tuple(
    fc.array(fc.constantFrom(...Object.keys(settings)), { minLength: 1, maxLength: 9 }),
    fc.array(fc.nat(), { minLength: 40, maxLength: 40 }),
  )
  .map(([kinds, picks]) => {
    const nodes = [
      { id: 'n0', kind: 'trigger' },
      ...kinds.map((kind, at) => ({ id: `n${at + 1}`, kind, ...settings[kind] })),
    ];
    const parsed = botFlow.parse({ format: 1, nodes, edges: [] });
    let pick = 0;
    const edges = parsed.nodes.flatMap((node, at) =>
      outletsOf(node).flatMap((outlet) => {
        const first = WAITS.includes(node.kind) ? 1 : at + 1;
        const choices = parsed.nodes.length - first;
        const chosen = (picks[pick++ % picks.length] ?? 0) % (choices + 1);
        // The trigger always leads on; other outlets may be unconnected.
        const to = at === 0 ? 1 : chosen === choices ? null : first + chosen;
        return to === null || to >= parsed.nodes.length ? [] : [{ from: node.id, outlet, to: `n${to}` }];
      }),
    );
    const reached = new Set(['n0']);
    for (let grown = -1; grown !== reached.size; ) {
      grown = reached.size;
      for (const { from, to } of edges) if (reached.has(from)) reached.add(to);
    }
    return {
      ...parsed,
      nodes: parsed.nodes.filter(({ id }) => reached.has(id)),
      edges: edges.filter(({ from }) => reached.has(from)),
    };
  });

/** The same flow, answering from a knowledge base that its workspace has. */
async function withOwnBase(flow: BotFlow, { workspaceId }: LaneFixture): Promise<BotFlow> {
  const { rows } = await server.database.pool.query<{ id: string }>(
    `insert into knowledge_bases (id, workspace_id, name) values (uuidv7(), $1, 'All') returning id`,
    [workspaceId],
  );
  const knowledgeBaseIds = rows.map(({ id }) => id);
  return {
    ...flow,
    nodes: flow.nodes.map((node) => (node.kind === 'knowledge' ? { ...node, knowledgeBaseIds } : node)),
  };
}

const anyDoing = fc.constantFrom(
  'write 1',
  'write ab',
  'write two at once',
  'time passes',
  'phone',
  'resume',
  'restart',
);

test('any deployable flow, with events in any order, never stops without a wait and never loops forever', async () => {
  await fc.assert(
    fc.asyncProperty(anyFlow, fc.array(anyDoing, { maxLength: 8 }), async (flow, doings) => {
      expect(flowFaults(flow)).toEqual([]);
      const lane = await createLaneFixture(server.database);
      const rig = await createBotRig(server, await withOwnBase(flow, lane), {}, { other: lane });
      await rig.write('hello');
      for (const doing of doings) {
        const id = (await rig.sessions()).at(-1)?.id;
        if (doing.startsWith('write ')) await rig.write(doing.slice(6));
        if (doing === 'write two at once') await rig.reportMessages({ text: 'one' }, { text: 'two' });
        if (doing === 'time passes') await rig.passTime();
        if (doing === 'phone') await rig.reportMessages({ text: 'me', from: OURS, fromMe: true });
        if (doing === 'resume' || doing === 'restart') await rig.call('POST', `/bot-sessions/${id}/${doing}`);
        await rig.settle();
        const { rows } = await server.database.pool.query(
          `select status, state, reason from bot_sessions where workspace_id = $1 and (
             status = 'active' or (status = 'waiting' and wake_at is null)
             or (status = 'failed' and not exists (
               select from bot_node_events event where event.session_id = bot_sessions.id and event_type in ('http_failed', 'model_failed')))
             or (status in ('completed', 'expired', 'ended') and wake_at is not null))`,
          [rig.lane.workspaceId],
        );
        expect(rows, 'stuck').toEqual([]);
      }
      const steps = await server.database.pool.query<{ most: number }>(
        'select coalesce(max(count), 0)::int as most from (select count(*) from bot_node_events where workspace_id = $1 group by session_id) counted',
        [rig.lane.workspaceId],
      );
      expect(steps.rows[0]?.most).toBeLessThan((doings.length + 2) * 100);
    }),
    { numRuns: RUNS },
  );
});
