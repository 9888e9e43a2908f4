import { setTimeout as delay } from 'node:timers/promises';
import { issueEngineToken } from '../../apps/server/src/domains/engines/engine-token.ts';
import type { Database } from '../../apps/server/src/platform/database/database.ts';
import { freePort } from '../../apps/server/src/platform/free-port.ts';
import { createLaneFixture } from '../../apps/server/test/lane-fixture.ts';
import { SECRET, startServerProcess } from '../dispatch/server-under-test.ts';
import { countProcessorTime, type ProcessorCost } from '../processor.ts';
import { SimulatedContacts } from './simulated-contacts.ts';

/** Timeouts for replies and for connecting the engines. */
const ANSWERED_WITHIN_MS = 60_000;
const CONNECTED_WITHIN_MS = 60_000;
/** Duration of the warm-up, in which a newly started server compiles its code and statements; measured separately. */
const BEGINNING_SECONDS = 5;

interface ReplyLoad {
  engines: number;
  perSecond: number;
  seconds: number;
  gatherSeconds?: number;
  /** Number of times the server is killed. */
  kills?: number;
}

/**
 * Measures how soon contacts get replies at a rate of messages per second, from a different contact each;
 * `beginningMs`: during the warm-up. `cost`: CPU time per reply; null if the server is killed.
 */
export async function measureReplies(
  database: Database,
  { engines: engineCount, perSecond, seconds, gatherSeconds = 0, kills = 0 }: ReplyLoad,
): Promise<{
  perSecond: number;
  replyMs: number[];
  beginningMs: number[];
  lost: number;
  duplicates: number;
  cost: ProcessorCost | null;
}> {
  const engines = await createReplyBots(database, engineCount, gatherSeconds);
  const mqttPort = await freePort();
  const start = (port: number) =>
    startServerProcess(database.url, {
      PORT: String(port),
      MQTT_PORT: String(mqttPort),
      RATE_LIMIT_PER_MINUTE: '',
      CONNECTIONS_PER_ADDRESS: '0',
    });
  const port = await freePort();
  let server = await start(port);
  const contacts = new SimulatedContacts({ serverUrl: server.url, mqttUrl: `mqtt://127.0.0.1:${mqttPort}`, engines });
  try {
    for (const began = performance.now(); !contacts.isConnected; await delay(100)) {
      if (performance.now() - began > CONNECTED_WITHIN_MS) throw new Error('the engines do not connect');
    }
    await contacts.write(perSecond, BEGINNING_SECONDS);
    const costOf = kills === 0 ? await countProcessorTime(database, server.pid) : null;
    const began = performance.now();
    const written = contacts.write(perSecond, seconds);
    for (let kill = 0; kill < kills; kill += 1) {
      await delay((seconds * 1_000) / (kills + 1));
      process.kill(server.pid, 'SIGKILL');
      server = await start(port);
    }
    await written;
    const tookSeconds = (performance.now() - began) / 1_000;
    await waitForReplies(contacts);
    return {
      cost: costOf?.(perSecond * seconds) ?? null,
      perSecond: Math.round((perSecond * seconds) / tookSeconds),
      replyMs: contacts.replies.filter(({ wroteMs }) => wroteMs >= began).map(({ replyMs }) => replyMs),
      beginningMs: contacts.replies.filter(({ wroteMs }) => wroteMs < began).map(({ replyMs }) => replyMs),
      ...contacts.outcome,
    };
  } finally {
    await contacts.stop();
    await server.stop();
  }
}

async function waitForReplies(contacts: SimulatedContacts): Promise<void> {
  for (const began = performance.now(); performance.now() - began < ANSWERED_WITHIN_MS; await delay(100)) {
    if (contacts.outcome.lost === 0) return;
  }
}

const TRIGGER = { id: 't', kind: 'trigger', name: '', x: 0, y: 0, on: 'any', keywords: [], pattern: '' };
const REPLY = {
  id: 's',
  kind: 'send',
  name: '',
  x: 0,
  y: 0,
  text: 'Hello {name|there}',
  attachment: null,
  options: [],
};
const FLOW = { format: 1, nodes: [TRIGGER, REPLY], edges: [{ from: 't', outlet: 'next', to: 's' }] };

/** Creates workspaces, each with an engine and a bot that replies once to any message. */
async function createReplyBots(database: Database, engines: number, gatherSeconds: number) {
  const lanes = await Promise.all(Array.from({ length: engines }, () => createLaneFixture(database)));
  const settings = {
    engineIds: [],
    contactRule: 'all',
    numbers: [],
    groups: 'off',
    gatherSeconds,
    resumeAfterHours: null,
  };
  await database.pool.query(
    `with bot as (
       insert into bots (id, workspace_id, name, draft, node_kinds) select uuidv7(), workspace, 'Answers', $2, '{"trigger": 1, "send": 1}' from unnest($1::uuid[]) workspace returning id, workspace_id
     ), version as (
       insert into bot_versions (id, bot_id, number, flow) select uuidv7(), id, 1, $2 from bot returning id, bot_id
     )
     insert into bot_deployments (id, workspace_id, bot_id, version_id, settings, trigger)
     select uuidv7(), bot.workspace_id, bot.id, version.id, $3, $4 from bot join version on version.bot_id = bot.id`,
    [
      lanes.map(({ workspaceId }) => workspaceId),
      JSON.stringify(FLOW),
      JSON.stringify(settings),
      JSON.stringify(TRIGGER),
    ],
  );
  return lanes.map(({ engineId }) => ({ engineId, token: issueEngineToken(SECRET, { engineId, tokenVersion: 1 }) }));
}
