import { once } from 'node:events';
import { MAX_OWNER_PODS } from '@switchyard/contracts/cluster/describe';
import { clusterStreams } from '@switchyard/contracts/cluster/feed';
import { CLUSTER_STREAM_PATH } from '@switchyard/contracts/cluster/paths';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { tellHeaders, webHeaders } from '../../platform/http/headers.ts';
import { admit, admitted } from '../../platform/http/operations.ts';
import type { Platform } from '../../platform/platform.ts';
import { Refusal } from '../../platform/refusal.ts';
import { toClusterRefusal } from './cluster-refusal.ts';
import { consoleOf, stopConsole } from './console-of.ts';
import { podsOfOwner } from './describe/read-containers.ts';
import { followOwner } from './owner-log/follow-owner.ts';
import { StreamClient } from './stream-client.ts';

/** A sign of life with the feeds' age, so that a browser notices a dead connection. */
const HEARTBEAT_MS = 5_000;
/** A stream may last for hours; whether its reader is still an admin is asked again this often. */
const RECHECK_MS = 60_000;
/**
 * An API server may send nothing, not even the head of its answer, until the container that is followed writes
 * something.
 */
const QUIET_LOG_MS = 15 * 60_000;
/** Of each container of an owner's pods. */
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

/** The stream of changes and the logs: plain HTTP, because they have no end. */
export function serveCluster(server: FastifyInstance, platform: Platform): void {
  server.addHook('onListen', () => {
    if (platform.cluster)
      consoleOf(platform).catch((error: unknown) => platform.log.warn({ err: error }, 'no console'));
  });
  const endless = new Set<FastifyReply['raw']>();
  // Before the server closes: it would wait for these for ever.
  server.addHook('preClose', async () => {
    for (const raw of endless) raw.destroy();
    await stopConsole(platform);
  });
  const keep = (raw: FastifyReply['raw']) => {
    endless.add(raw);
    raw.on('close', () => endless.delete(raw));
  };
  server.get<{ Querystring: { cursor?: string } }>(CLUSTER_STREAM_PATH, async (request, reply) => {
    await admitted(request, platform, clusterStreams.changes);
    const { picture } = await reachable(() => consoleOf(platform));
    const { raw } = hijack(reply, 'application/x-ndjson; charset=utf-8');
    keep(raw);
    const client = new StreamClient(picture, raw, request.query.cursor ?? null);
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
      await admitted(request, platform, clusterStreams.log);
      const { client } = await reachable(() => consoleOf(platform));
      const { namespace, pod } = request.params;
      const query = Object.fromEntries(
        LOG_QUERY.flatMap((name) => (request.query[name] ? [[name, request.query[name]]] : [])),
      );
      const ended = new AbortController();
      reply.raw.once('close', () => ended.abort());
      const path = `${client.path('pods', namespace, pod)}/log`;
      const timeoutMs = query.follow === 'true' ? QUIET_LOG_MS : undefined;
      const log = await reachable(() => client.stream(path, query, ended.signal, timeoutMs));
      const { raw } = hijack(reply, 'text/plain; charset=utf-8');
      keep(raw);
      const recheck = setInterval(() => endUnlessOperator(platform, request, reply), RECHECK_MS);
      log.on('error', () => raw.destroy());
      raw.on('close', () => {
        clearInterval(recheck);
        log.destroy();
      });
      // A reader that is slower than the log holds it up all the way to the node: nothing is gathered here.
      log.pipe(raw);
    },
  );

  server.get<{ Params: { namespace: string; kind: string; name: string }; Querystring: { tailLines?: string } }>(
    '/api/cluster/namespaces/:namespace/owners/:kind/:name/log',
    async (request, reply) => {
      await admitted(request, platform, clusterStreams.ownerLog);
      const { client, picture } = await reachable(() => consoleOf(platform));
      const { namespace, kind, name } = request.params;
      const ended = new AbortController();
      const { raw } = hijack(reply, 'text/plain; charset=utf-8');
      keep(raw);
      // An empty line: nobody need have written anything yet.
      const signOfLife = () => raw.write('\n');
      signOfLife();
      const timers = [
        setInterval(signOfLife, HEARTBEAT_MS),
        setInterval(() => endUnlessOperator(platform, request, reply), RECHECK_MS),
      ];
      raw.on('close', () => {
        for (const timer of timers) clearInterval(timer);
        ended.abort();
      });
      const pods = () => podsOfOwner(picture, namespace, `${kind}/${name}`).slice(0, MAX_OWNER_PODS);
      const tailLines = Math.min(MAX_TAIL_LINES, Math.max(0, Math.trunc(Number(request.query.tailLines)) || 0));
      await followOwner({ client, pods, tailLines }, raw, ended.signal);
    },
  );
}

async function endUnlessOperator(platform: Platform, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  try {
    // Asked anew: who it was when the stream began is known already.
    admit(await platform.resolveActor(webHeaders(request.headers)), clusterStreams.changes);
  } catch (error) {
    // Only a clear "no" ends it: a database that is away for a moment does not.
    if (error instanceof Refusal) reply.raw.end();
  }
}

/** Takes the connection over from Fastify and sends the head of the answer at once. */
function hijack(reply: FastifyReply, contentType: string): FastifyReply {
  reply.hijack();
  tellHeaders(reply);
  // A proxy in between must neither gather nor keep it.
  reply.raw.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
  reply.raw.flushHeaders();
  return reply;
}

/** What Kubernetes refuses is told as by the contract's calls. */
async function reachable<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw toClusterRefusal(error);
  }
}
