import { createHash } from 'node:crypto';
import rateLimit from '@fastify/rate-limit';
import { MCP_PATH } from '@switchyard/contracts/mcp/paths';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { addressGroup } from '../connections.ts';
import { isPublicApi } from './public-errors.ts';

/** An address may stand for an office behind one router, so it gets a multiple of what one caller gets. */
const CALLERS_PER_ADDRESS = 10;
/** An engine that is catching up claims and reports many times a second. */
const ENGINE_MULTIPLE = 20;
/** Where passwords can be guessed, mail can be made to go out, and strangers can leave words or clients of theirs. */
const SIGN_IN =
  /^\/engine\/extension\/pair$|^\/api\/(auth\/(sign-in|sign-up|forget-password|request-password-reset|reset-password|change-password|confirm|two-factor|passkey|oauth2\/register)|uninstall-reasons|shared-forms\/answers)/;
const UNLIMITED = /^\/(health|metrics)$/;

type Limit = (
  request: FastifyRequest,
) => Promise<
  { isAllowed: true } | { isAllowed: false; max: number; remaining: number; ttlInSeconds: number; isExceeded: boolean }
>;

/**
 * Refuses with 429 and `retry-after` who asks too often: by caller (whose signature the request carries, else its
 * address), by address, and by the account being signed in to.
 */
export async function limitRates(server: FastifyInstance, config: Config): Promise<void> {
  if (config.rateLimitPerMinute === 0) return;
  await server.register(rateLimit, { global: false });
  const limit = (max: number, keyGenerator: (request: FastifyRequest) => string): Limit =>
    server.createRateLimit({ max, timeWindow: 60_000, keyGenerator });

  const caller = limit(config.rateLimitPerMinute, callerKey);
  const address = limit(config.rateLimitPerMinute * CALLERS_PER_ADDRESS, addressOf);
  const engine = limit(config.rateLimitPerMinute * ENGINE_MULTIPLE, callerKey);
  server.addHook('onRequest', async (request, reply) => {
    const path = request.routeOptions.url ?? '';
    if (UNLIMITED.test(path)) return;
    // WhatsApp tells three statuses of each message, all from a few addresses.
    const isForEngine = path.startsWith('/engine/') && request.signer !== null;
    if (isForEngine || path.startsWith('/webhooks/')) return refuseBeyond(engine, request, reply);
    await refuseBeyond(address, request, reply);
    await refuseBeyond(caller, request, reply);
  });

  const account = limit(config.signInLimitPerMinute, (request) => `${addressOf(request)} ${accountOf(request)}`);
  const signInAddress = limit(config.signInLimitPerMinute * CALLERS_PER_ADDRESS, addressOf);
  // After the body was read: the account's name is in it.
  server.addHook('preHandler', async (request, reply) => {
    if (request.method !== 'POST' || !SIGN_IN.test(request.routeOptions.url ?? '')) return;
    await refuseBeyond(signInAddress, request, reply);
    await refuseBeyond(account, request, reply);
  });
}

async function refuseBeyond(limit: Limit, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const state = await limit(request);
  if (state.isAllowed) return;
  // Of several limits the last, which is the caller's own, is announced.
  if (isPublicApi(request.url)) {
    reply.headers({
      'ratelimit-limit': String(state.max),
      'ratelimit-remaining': String(state.remaining),
      'ratelimit-reset': String(state.ttlInSeconds),
    });
  }
  if (!state.isExceeded) return;
  reply.header('retry-after', String(state.ttlInSeconds));
  throw Object.assign(new Error('Too many requests. Try again shortly.'), { statusCode: 429 });
}

const addressOf = (request: FastifyRequest) => addressGroup(request.ip);

const callerKey = (request: FastifyRequest) => request.signer ?? keyOf(request) ?? addressOf(request);

/**
 * Programs have a limit for each of their keys, tokens and secret addresses. One made up has its own, too, within that
 * of its address.
 */
function keyOf({ url, headers, routeOptions, params }: FastifyRequest): string | null {
  const isForPrograms = isPublicApi(url) || routeOptions.url === MCP_PATH;
  const { secret } = (params ?? {}) as { secret?: string };
  const key = secret ?? (isForPrograms ? headers.authorization : undefined);
  return key ? createHash('sha256').update(key).digest('base64url') : null;
}

/** The account by its address; who changes his password is signed in to it. */
function accountOf(request: FastifyRequest): string {
  const { email } = (request.body ?? {}) as { email?: unknown };
  return typeof email === 'string' ? email.toLowerCase() : (request.signer ?? '');
}
