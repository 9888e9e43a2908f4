import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Platform } from '../../../platform/platform.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { sendRefresh } from '../engine-commands.ts';
import { storeEntries } from '../engine-inbox.ts';
import { parseWebhook } from './parse-webhook.ts';
import { readWebhookSecrets } from './settings.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Meta's webhook for a phone number: public, authenticated by its signature alone. It is answered with 200 once stored,
 * so that nothing is lost while the engine is offline; after any earlier failure Meta retries.
 */
export function serveCloudApiWebhook(server: FastifyInstance, platform: Platform): void {
  const path = '/webhooks/cloud-api/:engineId';
  const secretsOf = async (params: unknown) => {
    const { engineId } = params as { engineId: string };
    const secrets = UUID.test(engineId)
      ? await readWebhookSecrets({ db: platform.database.db, secret: platform.secret }, engineId)
      : null;
    if (!secrets) throw new Refusal('NOT_FOUND', undefined, 'There is no such webhook.');
    return { engineId, ...secrets };
  };

  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The signature covers the raw bytes.
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

    scope.get(path, { logLevel: 'warn' }, async (request, reply) => {
      const { verifyToken } = await secretsOf(request.params);
      const query = request.query as Record<string, unknown>;
      const sentToken = query['hub.verify_token'];
      const isVerified =
        query['hub.mode'] === 'subscribe' && typeof sentToken === 'string' && isSame(sentToken, verifyToken);
      if (!isVerified) throw new Refusal('FORBIDDEN', undefined, 'The verify token doesn’t match.');
      return reply.type('text/plain').send(String(query['hub.challenge'] ?? ''));
    });

    const secrets = new WeakMap<FastifyRequest, Awaited<ReturnType<typeof secretsOf>>>();
    // Before reading the body, which an unknown engine or a missing signature makes pointless.
    const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
      reply.header('connection', 'close');
      secrets.set(request, await secretsOf(request.params));
      if (typeof request.headers[SIGNATURE_HEADER] !== 'string') throw wrongSignature();
      reply.removeHeader('connection');
    };
    scope.post(path, { logLevel: 'warn', onRequest }, async (request) => {
      const { engineId, appSecret, phoneNumberId } = secrets.get(request) ?? (await secretsOf(request.params));
      const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      if (!isSame(String(request.headers[SIGNATURE_HEADER]), signatureOf(appSecret, raw))) throw wrongSignature();
      const entries = parseWebhook(parse(raw), phoneNumberId);
      // A retry would not help.
      if (entries === null) platform.log.warn({ engineId }, 'a webhook could not be parsed');
      else if ((await storeEntries(platform.database.pool, engineId, entries)) > 0)
        sendRefresh(platform.broker, engineId);
      return { ok: true };
    });
  });
}

const SIGNATURE_HEADER = 'x-hub-signature-256';
const wrongSignature = () => new Refusal('UNAUTHORIZED', undefined, 'The signature is not valid.');
const signatureOf = (secret: string, raw: Buffer) => `sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`;

/** Compares in constant time, including the lengths. */
function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

function parse(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'));
  } catch {
    return null;
  }
}
