import { INBOUND_PATH } from '@switchyard/contracts/public-api/inbound-webhooks';
import type { FastifyInstance } from 'fastify';
import { perform } from '../../../platform/perform.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { once } from '../once.ts';
import { findBySecret } from './inbound.queries.ts';
import { readSubmission, sendTemplate } from './send-template.ts';

const BODY_LIMIT_BYTES = 64 * 1024;

const OPERATION = 'inboundWebhooks.submit';

/**
 * Sends the template of a secret address to the number in a request: JSON, or form fields. A repeat within a minute
 * sends nothing.
 */
export async function serveInbound(server: FastifyInstance, platform: Platform): Promise<void> {
  await server.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    scope.post<{ Params: { secret: string } }>(
      `${INBOUND_PATH}/:secret`,
      { bodyLimit: BODY_LIMIT_BYTES },
      async (request, reply) => {
        request.operation = OPERATION;
        const found = await findBySecret(platform.database.db, request.params.secret);
        if (!found) throw new Refusal('NOT_FOUND', undefined, 'There is nothing at this address.');
        const { id, text, actor } = found;
        if (text === null) {
          const message = 'The template of this address was deleted. Choose another one under API keys.';
          throw new Refusal('TOO_LATE', { status: 'no-template', version: 0 }, message);
        }
        const input = { id, text, ...readSubmission(request.body) };
        const { answer, isRepeated } = await perform(platform, once(sendTemplate), actor, {
          operation: OPERATION,
          key: undefined,
          input,
        });
        return reply.status(isRepeated ? 200 : 201).send(answer);
      },
    );
  });
}
