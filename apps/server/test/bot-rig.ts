import { randomUUID } from 'node:crypto';
import { type BotFlow, botFlow } from '@switchyard/contracts/bots/flow';
import type { Bot, BotDeployment, DeploymentSettings } from '@switchyard/contracts/bots/operations';
import { readText } from '@switchyard/contracts/text/registry';
import { inEnglish } from '@switchyard/contracts/text/text';
import { auditDomain } from '../src/domains/audit/index.ts';
import { botsDomain } from '../src/domains/bots/index.ts';
import { sessionQueue } from '../src/domains/bots/runtime/session-queue.ts';
import { wakeDueSessions, workOnSessions } from '../src/domains/bots/runtime/work-on-session.ts';
import { chatsDomain } from '../src/domains/chats/index.ts';
import { contactsDomain } from '../src/domains/contacts/index.ts';
import { issueEngineToken } from '../src/domains/engines/engine-token.ts';
import { enginesDomain } from '../src/domains/engines/index.ts';
import { filesDomain } from '../src/domains/files/index.ts';
import { knowledgeDomain } from '../src/domains/knowledge/index.ts';
import { messagesDomain } from '../src/domains/messages/index.ts';
import type { Config } from '../src/platform/config/config.ts';
import type { Domain } from '../src/platform/domain.ts';
import { actorByHeader, asActor } from './actor-by-header.ts';
import { openPhones } from './bot-phones.ts';
import { createLaneFixture, type LaneFixture } from './lane-fixture.ts';
import { startTestServer, type TestServer } from './test-server.ts';

export const ANN = '+447700900001';
export const BEN = '+447700900002';
export const OURS = '+447700900009';

type GivenNode = { id: string; kind: string } & Record<string, unknown>;

/**
 * A flow of nodes in a row, each connected to the first outlet of the one before; `more` edges are written
 * `from.outlet>to`.
 */
export function flowOf(nodes: GivenNode[], more: string[] = []): BotFlow {
  const firstOutlet: Record<string, string> = {
    ask: 'answered',
    condition: 'yes',
    wait: 'replied',
    switch: 'other',
    http: 'ok',
    knowledge: 'answered',
    aiReply: 'answered',
    aiExtract: 'answered',
  };
  const written = more.map((edge) => {
    const [, from = '', outlet = '', to = ''] = /^(\w+)\.([\w-]+)>(\w+)$/.exec(edge) ?? [];
    return { from, outlet, to };
  });
  const taken = new Set(written.map(({ from, outlet }) => `${from} ${outlet}`));
  const inRow = nodes.slice(0, -1).flatMap((node, at) => {
    const outlet = firstOutlet[node.kind] ?? 'next';
    const to = nodes[at + 1]?.id ?? '';
    return taken.has(`${node.id} ${outlet}`) || ['end', 'flow'].includes(node.kind)
      ? []
      : [{ from: node.id, outlet, to }];
  });
  return botFlow.parse({ format: 1, nodes, edges: [...inRow, ...written] });
}

export const onAny: GivenNode = { id: 'trigger', kind: 'trigger' };
export const say = (id: string, text: string): GivenNode => ({ id, kind: 'send', text });

/** A server with bots and the domains they depend on. */
export const startBotServer = (config: Partial<Config> = {}, more: readonly Domain[] = []): Promise<TestServer> =>
  startTestServer({
    domains: [
      actorByHeader,
      auditDomain,
      filesDomain,
      enginesDomain,
      contactsDomain,
      messagesDomain,
      chatsDomain,
      knowledgeDomain,
      botsDomain,
      ...more,
    ],
    config,
  });

/** Returns the only conversation. */
export async function onlySession(rig: BotRig): Promise<SessionFact> {
  const [session, ...others] = await rig.sessions();
  if (!session || others.length > 0) throw new Error(`${others.length + (session ? 1 : 0)} conversations, not one`);
  return session;
}

/** A deployed bot in a workspace whose engine receives and claims like a real one. */
export interface BotRig {
  lane: LaneFixture;
  bot: Bot;
  deployment: BotDeployment;
  call<Body = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; body: Body }>;
  /** A contact writes, and the bot does everything that is then due. */
  write(text: string, more?: Record<string, unknown>): Promise<void>;
  /** The engine reports messages, and nothing is processed. */
  reportMessages(...messages: Record<string, unknown>[]): Promise<number>;
  /** Works until nothing is due. Until its first call, no worker runs on the server. */
  settle(): Promise<void>;
  /** Ends the waits of all sessions. */
  passTime(): Promise<void>;
  /**
   * The engine sends what it can claim now.
   * @returns the texts of messages that arrived since the last call, from the network's own record
   */
  sent(): Promise<string[]>;
  sessions(): Promise<SessionFact[]>;
  /** Names of the events in order, without `node_entered`. */
  events(): Promise<string[]>;
}

interface SessionFact {
  id: string;
  status: string;
  node_id: string;
  /** The English text. */
  reason: string | null;
  vars: Record<string, unknown>;
}

export async function createBotRig(
  server: TestServer,
  flow: BotFlow,
  settings: Partial<DeploymentSettings> = {},
  { driver = 'simulator', other }: { driver?: string; other?: LaneFixture } = {},
): Promise<BotRig> {
  const { database, platform } = server;
  const { pool } = database;
  const lane = other ?? (await createLaneFixture(database));
  await pool.query('update engines set phone_number = $2, driver = $3 where id = $1', [lane.engineId, OURS, driver]);
  const token = issueEngineToken(platform.secret, lane.identity);
  const generation = await lane.lease();
  const call: BotRig['call'] = (method, path, body) =>
    server.call(method, `/api${path}`, body, { headers: asActor(lane) });
  const created = await call<Bot>('POST', '/bots', { name: 'A bot', flow });
  const deployed = await call<BotDeployment>('POST', `/bots/${created.body._id}/deploy`, {
    settings: { gatherSeconds: 0, ...settings },
  });
  if (deployed.status !== 200) throw new Error(JSON.stringify(deployed.body));

  const phones = openPhones(OURS);
  const settle = async () => {
    const queue = sessionQueue(platform, workOnSessions);
    for (let count = 1; count > 0; ) {
      await queue.idle();
      count = await wakeDueSessions(platform);
      await queue.idle();
    }
  };
  const reportMessages: BotRig['reportMessages'] = async (...messages) => {
    const reported = messages.map((message) => ({
      waMessageId: randomUUID(),
      chat: ANN,
      from: ANN,
      kind: 'text',
      text: '',
      atMs: Date.now(),
      ...message,
    }));
    return (await server.call('POST', '/engine/received', { generation, messages: reported }, { token })).status;
  };
  return {
    lane,
    bot: created.body,
    deployment: deployed.body,
    call,
    reportMessages,
    settle,
    async write(text, more = {}) {
      if (Object.keys(more).length > 0) await reportMessages({ text, ...more });
      else {
        const { id, from } = await phones.write(ANN, text);
        await reportMessages({ waMessageId: id, from, chat: from, text });
      }
      await settle();
    },
    async passTime() {
      await pool.query(
        `update bot_sessions set wake_at = now(), state = jsonb_set(state, '{wait,until}', to_jsonb(now() - interval '1 second'))
         where workspace_id = $1 and status = 'waiting'`,
        [lane.workspaceId],
      );
      await settle();
    },
    async sent() {
      const { messages } = await lane.claim(generation);
      for (const message of messages) await phones.send(message);
      await lane.report(generation, {
        results: messages.map(({ _id, waMessageId }) => ({
          _id,
          outcome: { kind: 'accepted', wireId: waMessageId, atMs: Date.now() },
        })),
      });
      return phones.arrived();
    },
    async sessions() {
      const { rows } = await pool.query<SessionFact>(
        `select id, status, node_id, reason, state->'vars' as vars from bot_sessions where workspace_id = $1 order by id`,
        [lane.workspaceId],
      );
      return rows.map(({ reason, ...row }) => ({
        ...row,
        reason: reason === null ? null : inEnglish(readText(reason)),
      }));
    },
    async events() {
      const { rows } = await pool.query<{ name: string }>(
        `select coalesce(event_type, process_type) as name from bot_node_events where workspace_id = $1 order by id`,
        [lane.workspaceId],
      );
      return rows.map(({ name }) => name).filter((name) => name !== 'node_entered');
    },
  };
}
