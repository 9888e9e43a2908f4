import { MCP_PATH, MCP_RESOURCE_METADATA_PATH } from '@switchyard/contracts/mcp/paths';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../platform/actor.ts';
import { CLIENT_ADDRESS_HEADER, webHeaders } from '../../platform/http/headers.ts';
import { isLoopback, ownOrigins } from '../../platform/http/own-origins.ts';
import type { Platform, Tool } from '../../platform/platform.ts';
import { callRefusal } from '../../platform/tool.ts';
import { actorOfToken } from './oauth/actor-of-token.ts';
import { createMcpFace } from './protocol/mcp-face.ts';

/** MCP on one endpoint. Callers authenticate with a key in `authorization`; browser cookies are ignored. */
export function serveMcp(server: FastifyInstance, platform: Platform): void {
  const face = createMcpFace(platform, platform.config.requestTimeoutMs);
  const callers = new WeakMap<FastifyRequest, Actor>();
  server.all(MCP_PATH, {
    // Before the body is read.
    async onRequest(request, reply) {
      if (!admitOrigin(request, reply, platform)) {
        return reply.status(403).send(rpcError('This page may not use MCP here.'));
      }
      if (request.method === 'OPTIONS') return reply.status(204).send();
      const actor = await callerOf(request, platform);
      if (!actor) return challenge(reply, platform, 401);
      callers.set(request, actor);
    },
    async handler(request, reply) {
      // The revision before these two allowed batches, which would bypass the rate limits.
      if (Array.isArray(request.body)) return reply.status(400).send(rpcError('Send one message at a time.'));
      const actor = callers.get(request) as Actor;
      const tool = platform.tools.get(calledTool(request.body));
      const refusal = tool && callRefusal(actor, tool);
      if (refusal?.code === 'KEY_SCOPE') return challenge(reply, platform, 403, tool);
      const gone = new AbortController();
      reply.raw.once('close', () => gone.abort());
      const headers = webHeaders(request.headers);
      headers.delete('authorization');
      headers.delete('cookie');
      const url = new URL(MCP_PATH, platform.config.publicUrl);
      const webRequest = new Request(url, { method: request.method, headers, signal: gone.signal });
      return reply.send(await face.answer(webRequest, actor, request.body ?? undefined));
    },
  });
}

/**
 * Allows our own pages and those on the caller's own machine, where people try out clients. Programs send no origin.
 */
function admitOrigin({ headers }: FastifyRequest, reply: FastifyReply, { config }: Platform): boolean {
  const { origin } = headers;
  if (origin === undefined) return true;
  const isAdmitted =
    ownOrigins(config.publicUrl, headers.host ?? null).includes(origin) ||
    (URL.canParse(origin) && isLoopback(new URL(origin).hostname));
  if (isAdmitted) {
    reply.headers({
      'access-control-allow-origin': origin,
      vary: 'origin',
      'access-control-allow-methods': 'GET, POST, DELETE',
      'access-control-allow-headers':
        'authorization, content-type, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id',
      'access-control-expose-headers': 'www-authenticate',
    });
  }
  return isAdmitted;
}

/**
 * The caller, by API key or token of a connected client; neither a cookie nor a login session's token, which would
 * grant everything.
 */
async function callerOf(request: FastifyRequest, platform: Platform): Promise<Actor | null> {
  const { authorization } = request.headers;
  if (authorization === undefined) return null;
  const ofToken = await actorOfToken(platform, authorization);
  if (ofToken) return ofToken;
  const actor = await platform.resolveActor(new Headers({ authorization, [CLIENT_ADDRESS_HEADER]: request.ip }));
  return actor?.key ? actor : null;
}

/** Tells a client where to get a token or which scope to request, or in text which scope a key needs. */
function challenge(
  reply: FastifyReply,
  { config }: Platform,
  status: 401 | 403,
  tool?: Pick<Tool, 'scope' | 'effect'>,
): FastifyReply {
  const scope = tool?.effect === 'change' ? 'mcp:read mcp:write' : 'mcp:read';
  const error = tool ? `error="insufficient_scope", scope="${scope}", ` : '';
  const metadata = new URL(MCP_RESOURCE_METADATA_PATH, config.publicUrl).href;
  reply.header('www-authenticate', `Bearer ${error}resource_metadata="${metadata}"`);
  const words = tool
    ? `This key or token does not allow ${tool.scope}:${tool.effect}.`
    : 'Send an API key of this server, or a token it issued, as a bearer token.';
  return reply.status(status).send(rpcError(words));
}

const rpcError = (message: string) => ({ jsonrpc: '2.0', id: null, error: { code: -32_000, message } });

/** The tool that a request is about to call; '' if none. */
function calledTool(body: unknown): string {
  const { method, params } = (body ?? {}) as { method?: unknown; params?: { name?: unknown } };
  return method === 'tools/call' && typeof params?.name === 'string' ? params.name : '';
}
