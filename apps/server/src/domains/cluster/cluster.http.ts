import { once } from 'node:events';
import { MAX_OWNER_PODS } from '@switchyard/contracts/cluster/describe';
import { clusterStreams } from '@switchyard/contracts/cluster/feed';
import { CLUSTER_STREAM_PATH } from '@switchyard/contracts/cluster/paths';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { copyHeadersToRaw, webHeaders } from '../../platform/http/headers.ts';
import { admit, admitRequest } from '../../platform/http/operations.ts';
import type { Platform } from '../../platform/platform.ts';
import { Refusal } from '../../platform/refusal.ts';
import { toClusterRefusal } from './cluster-refusal.ts';
import { consoleOf, stopConsole } from './console-of.ts';
import { podsOfOwner } from './describe/read-containers.ts';
import { followOwner } from './owner-log/follow-owner.ts';
import { StreamClient } from './stream-client.ts';

/** Interval of heartbeats with the feeds' age, so that a browser notices a dead connection. */
const HEARTBEAT_MS = 5_000;
/** Interval at which a stream's reader, who may stay for hours, is checked to still be an admin. */
const RECHECK_MS = 60_000;
/** An API server may send nothing, not even response headers, until the followed container writes something. */
const QUIET_LOG_MS = 15 * 60_000;
/** Maximum lines from each container of an owner's pods. */
const MAX_TAIL_LINES = 1_000;
const LOG_QUERY = [
  'container',
  'tailLines',
  'follow',
  'timestamps',
  'previous',
  'sinceSeconds',
  'sinceTime',
  'limitBytes',
];

/** Serves the stream of changes and the logs as plain HTTP, because they have no end. */
export function serveCluster(server: FastifyInstance, platform: Platform): void {
  server.addHook('onListen', () => {
    if (platform.cluster)
      consoleOf(platform).catch((error: unknown) => platform.log.warn({ err: error }, 'no console'));
  });
  const endless = new Set<FastifyReply['raw']>();
  // Before the server closes, because it would wait for these for ever.
  server.addHook('preClose', async () => {
    for (const raw of endless) raw.destroy();
    await stopConsole(platform);
  });
  const track = (raw: FastifyReply['raw']) => {
    endless.add(raw);
    raw.on('close', () => endless.delete(raw));
  };
  server.get<{ Querystring: { cursor?: string } }>(CLUSTER_STREAM_PATH, async (request, reply) => {
    await admitRequest(request, platform, clusterStreams.changes);
    const { clusterState } = await withClusterRefusals(() => consoleOf(platform));
    const { raw } = hijack(reply, 'application/x-ndjson; charset=utf-8');
    track(raw);
    const client = new StreamClient(clusterState, raw, request.query.cursor ?? null);
    const timers = [
      setInterval(() => client.heartbeat(), HEARTBEAT_MS),
      setInterval(() => endUnlessOperator(platform, request, reply), RECHECK_MS),
    ];
    await once(raw, 'close');
    for (const timer of timers) clearInterval(timer);
    client.stop();
  });

  server.get<{ Params: { namespace: string; pod: string }; Querystring: Record<string, string> }>(
    '/api/cluster/namespaces/:namespace/pods/:pod/log',
    async (request, reply) => {
      await admitRequest(request, platform, clusterStreams.log);
      const { client } = await withClusterRefusals(() => consoleOf(platform));
      const { namespace, pod } = request.params;
      const query = Object.fromEntries(
        LOG_QUERY.flatMap((name) => (request.query[name] ? [[name, request.query[name]]] : [])),
      );
      const ended = new AbortController();
      reply.raw.once('close', () => ended.abort());
      const path = `${client.path('pods', namespace, pod)}/log`;
      const timeoutMs = query.follow === 'true' ? QUIET_LOG_MS : undefined;
      const log = await withClusterRefusals(() => client.stream(path, query, ended.signal, timeoutMs));
      const { raw } = hijack(reply, 'text/plain; charset=utf-8');
      track(raw);
      const recheck = setInterval(() => endUnlessOperator(platform, request, reply), RECHECK_MS);
      log.on('error', () => raw.destroy());
      raw.on('close', () => {
        clearInterval(recheck);
        log.destroy();
      });
      // Backpressure from a slow reader reaches all the way to the node: nothing is buffered here.
      log.pipe(raw);
    },
  );

  server.get<{ Params: { namespace: string; kind: string; name: string }; Querystring: { tailLines?: string } }>(
    '/api/cluster/namespaces/:namespace/owners/:kind/:name/log',
    async (request, reply) => {
      await admitRequest(request, platform, clusterStreams.ownerLog);
      const { client, clusterState } = await withClusterRefusals(() => consoleOf(platform));
      const { namespace, kind, name } = request.params;
      const ended = new AbortController();
      const { raw } = hijack(reply, 'text/plain; charset=utf-8');
      track(raw);
      // An empty line, because the pods may not have written anything yet.
      const sendHeartbeat = () => raw.write('\n');
      sendHeartbeat();
      const timers = [
        setInterval(sendHeartbeat, HEARTBEAT_MS),
        setInterval(() => endUnlessOperator(platform, request, reply), RECHECK_MS),
      ];
      raw.on('close', () => {
        for (const timer of timers) clearInterval(timer);
        ended.abort();
      });
      const pods = () => podsOfOwner(clusterState, namespace, `${kind}/${name}`).slice(0, MAX_OWNER_PODS);
      const tailLines = Math.min(MAX_TAIL_LINES, Math.max(0, Math.trunc(Number(request.query.tailLines)) || 0));
      await followOwner({ client, pods, tailLines }, raw, ended.signal);
    },
  );
}

async function endUnlessOperator(platform: Platform, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  try {
    // Resolved again: the request's own actor is from the start of the stream.
    admit(await platform.resolveActor(webHeaders(request.headers)), clusterStreams.changes);
  } catch (error) {
    // Only a clear refusal ends the stream; a database that is briefly unavailable does not.
    if (error instanceof Refusal) reply.raw.end();
  }
}

/** Takes the connection over from Fastify and sends the response headers immediately. */
function hijack(reply: FastifyReply, contentType: string): FastifyReply {
  reply.hijack();
  copyHeadersToRaw(reply);
  // Proxies must neither buffer nor cache it.
  reply.raw.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
  reply.raw.flushHeaders();
  return reply;
}

/** Converts refusals of Kubernetes as for the contract's calls. */
async function withClusterRefusals<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw toClusterRefusal(error);
  }
}
