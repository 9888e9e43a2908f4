import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { podLogPath } from '@switchyard/contracts/cluster/paths';
import type { EngineCommand } from '@switchyard/contracts/engine/commands';
import { ENGINE_PROTOCOL_PATHS } from '@switchyard/contracts/engine/protocol';
import { topics } from '@switchyard/contracts/live/topics';
import { type LocalCluster, startLocalCluster } from '@switchyard/local-cluster';
import type { FastifyInstance } from 'fastify';
import { connectAsync } from 'mqtt';
import { expect, vi } from 'vitest';
import { domains } from '../../src/app.ts';
import { upgradePaths } from '../../src/platform/http/upgrades.ts';
import { startTestServer, type TestServer } from '../test-server.ts';
import { ask, marksOf } from './ask.ts';
import { createFixture, type Fixture, headersOf, LOGGED, MARK, PAIRING_CODE } from './fixture.ts';
import { type SavedState, saveTables } from './traces.ts';

/** A complete server in demo mode with a local cluster, and the fixture in it. */
export interface World {
  server: TestServer;
  cluster: LocalCluster;
  /** Origin whose pages may call the cluster. */
  ourOrigin: string;
  fixture: Fixture;
  /** The tables with the fixture. */
  saved: SavedState;
  /** Values that only our workspace has. */
  marks: string[];
  /** `METHOD /path` of every route registered by domains; `*` for every method. */
  registered: ReadonlySet<string>;
  /** Paths that accept WebSockets. */
  upgrades: () => string[];
  stop(): Promise<void>;
}

export async function createWorld(): Promise<World> {
  const dataDir = mkdtempSync(join(tmpdir(), 'switchyard-authorization-'));
  const ourOrigin = 'http://localhost:3000';
  const cluster = await startLocalCluster({
    port: 0,
    directory: join(dataDir, 'cluster'),
    allowedOrigins: [ourOrigin],
    images: { sleeper: { command: ['/bin/sh', '-c', `echo ${LOGGED}; exec sleep 1000`] } },
    namespaces: ['switchyard-gateways'],
  });
  const registered = new Set<string>();
  let http: FastifyInstance | undefined;
  const watchRoutes = (instance: FastifyInstance) => {
    http = instance;
    instance.addHook('onRoute', ({ method, url }) => {
      if (method !== 'HEAD') registered.add(`${Array.isArray(method) ? '*' : method} ${url}`);
    });
  };
  const server = await startTestServer({
    domains: [{ name: 'watch routes', http: watchRoutes }, ...domains],
    config: {
      dataDir,
      demo: true,
      cluster: 'local',
      localClusterPort: Number(new URL(cluster.url).port),
      rateLimitPerMinute: 0,
      signInLimitPerMinute: 1_000,
    },
    // Mail is discarded: it would be written after the response.
    mailer: { send: async () => undefined },
  });
  const fixture = await createFixture(server);
  const engine = await answerCommands(server, fixture);
  await createPods(server, cluster, fixture);
  const marks = marksOf(fixture);
  return {
    server,
    cluster,
    ourOrigin,
    fixture,
    saved: await saveTables(server.database, marks),
    marks,
    registered,
    upgrades: () => (http ? upgradePaths(http.server) : []),
    async stop() {
      await engine.endAsync(true);
      await server.stop();
      await cluster.stop(0);
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** Our engine's process, limited to answering commands. */
async function answerCommands({ platform, url }: TestServer, { ours, engineToken }: Fixture) {
  const credentials = { username: ours.engineId, password: engineToken };
  const client = await connectAsync(platform.broker.engineUrl, credentials);
  client.on('message', async (_topic, payload) => {
    const { id, name } = JSON.parse(String(payload)) as EngineCommand;
    const data = BRINGS.includes(name) ? await bring(url, engineToken, id) : ANSWER;
    client.publish(topics.engineReply(ours.engineId), JSON.stringify({ id, ok: true, data }));
  });
  await client.subscribeAsync(topics.engineCommand(ours.engineId));
  return client;
}

/** Answers every kind of command. */
const ANSWER = {
  ...{ code: PAIRING_CODE, subject: `Choir ${MARK}`, description: null, members: [] },
  ...{ chat: '1@g.us', inviteCode: `invite-${MARK}`, chats: ['1@g.us'] },
};
const BRINGS: EngineCommand['name'][] = ['fetch-file', 'picture'];

/** Uploads to the server what a command requests. */
async function bring(url: string, token: string, commandId: string): Promise<unknown> {
  const query = new URLSearchParams({ generation: '1', commandId, name: `${MARK}.txt` });
  const brought = await fetch(`${url}${ENGINE_PROTOCOL_PATHS.fetchedFile}?${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/plain' },
    body: `came in ${MARK}`,
  });
  return brought.json();
}

/** Creates running pods of ours that the console shows. */
async function createPods(server: TestServer, cluster: LocalCluster, fixture: Fixture): Promise<void> {
  for (const name of fixture.ours.podNames) {
    const { status } = await ask(cluster.url, {
      method: 'POST',
      path: '/api/v1/namespaces/switchyard-gateways/pods',
      headers: { authorization: `Bearer ${cluster.token}`, origin: 'http://localhost:3000' },
      body: {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name, labels: { 'app.kubernetes.io/name': 'switchyard-engine' } },
        spec: { terminationGracePeriodSeconds: 1, containers: [{ name: 'main', image: 'sleeper' }] },
      },
    });
    expect(status).toBe(201);
  }
  const shown = async (method: string, path: string) =>
    (await ask(server.url, { method, path, headers: headersOf(fixture, 'admin') })).text;
  await vi.waitFor(
    async () => {
      expect(await shown('GET', podLogPath('switchyard-gateways', fixture.ours.podName))).toContain(LOGGED);
      const pods = await shown('GET', '/api/cluster/nodes?type=all');
      for (const name of fixture.ours.podNames) expect(pods).toContain(name);
    },
    { timeout: 30_000, interval: 200 },
  );
}
