import { createHash } from 'node:crypto';
import rateLimit from '@fastify/rate-limit';
import { MCP_PATH } from '@switchyard/contracts/mcp/paths';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { addressGroup } from '../connections.ts';
import { isPublicApi } from './public-errors.ts';

/** An address may be an office behind one router, so it gets a multiple of one caller's limit. */
const CALLERS_PER_ADDRESS = 10;
/** An engine that is catching up claims and reports many times a second. */
const ENGINE_MULTIPLE = 20;
/**
 * Routes where passwords can be guessed, mail can be triggered, or anonymous callers can store texts or OAuth clients.
 */
const SIGN_IN =
  /^\/engine\/extension\/pair$|^\/api\/(auth\/(sign-in|sign-up|forget-password|request-password-reset|reset-password|change-password|confirm|two-factor|passkey|oauth2\/register)|uninstall-reasons|shared-forms\/answers)/;
const UNLIMITED = /^\/(health|metrics)$/;

type Limit = (
  request: FastifyRequest,
) => Promise<
  { isAllowed: true } | { isAllowed: false; max: number; remaining: number; ttlInSeconds: number; isExceeded: boolean }
>;

/**
 * Refuses excessive requests with 429 and `retry-after`. Limits apply per caller (the request's signer, else its
 * address), per address, and per account being signed in to.
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
    // WhatsApp sends three statuses per message, all from a few addresses.
    const isForEngine = path.startsWith('/engine/') && request.signer !== null;
    if (isForEngine || path.startsWith('/webhooks/')) return enforceLimit(engine, request, reply);
    await enforceLimit(address, request, reply);
    await enforceLimit(caller, request, reply);
  });

  const account = limit(config.signInLimitPerMinute, (request) => `${addressOf(request)} ${accountOf(request)}`);
  const signInAddress = limit(config.signInLimitPerMinute * CALLERS_PER_ADDRESS, addressOf);
  // After the body was read, because it names the account.
  server.addHook('preHandler', async (request, reply) => {
    if (request.method !== 'POST' || !SIGN_IN.test(request.routeOptions.url ?? '')) return;
    await enforceLimit(signInAddress, request, reply);
    await enforceLimit(account, request, reply);
  });
}

async function enforceLimit(limit: Limit, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const state = await limit(request);
  if (state.isAllowed) return;
  // The caller's own limit is checked last, so its headers win.
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
 * Programs have a limit per key, token or secret address. An invented one has its own limit too, but within that of its
 * address.
 */
function keyOf({ url, headers, routeOptions, params }: FastifyRequest): string | null {
  const isForPrograms = isPublicApi(url) || routeOptions.url === MCP_PATH;
  const { secret } = (params ?? {}) as { secret?: string };
  const key = secret ?? (isForPrograms ? headers.authorization : undefined);
  return key ? createHash('sha256').update(key).digest('base64url') : null;
}

/** The account by its email address; for a change of password, the signed-in account. */
function accountOf(request: FastifyRequest): string {
  const { email } = (request.body ?? {}) as { email?: unknown };
  return typeof email === 'string' ? email.toLowerCase() : (request.signer ?? '');
}
