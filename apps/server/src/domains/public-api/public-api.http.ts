import { OpenAPIHandler } from '@orpc/openapi/fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { actorOf } from '../../platform/http/callers.ts';
import { toEnvelope } from '../../platform/http/errors.ts';
import { webHeaders } from '../../platform/http/headers.ts';
import type {} from '../../platform/http/observe.ts';
import { toPublicError } from '../../platform/http/public-errors.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { perform } from '../../platform/perform.ts';
import type { Platform } from '../../platform/platform.ts';
import { Refusal } from '../../platform/refusal.ts';
import { describeApi } from './describe.ts';
import { publicApiRouter } from './public-api.routes.ts';

/** A message may contain a file. */
const BODY_LIMIT_BYTES = 10 * 1024 * 1024;
const PREFIX = '/v1';

interface PublicContext extends RequestContext {
  answeredBy(operation: string): void;
}

/** Serves the public API under `/v1`, and its description at `/v1/openapi.json`. */
export function servePublicApi(server: FastifyInstance, platform: Platform): void {
  const handler = new OpenAPIHandler<PublicContext>(publicApiRouter, {
    clientInterceptors: [
      ({ next, path, context }) => {
        context.answeredBy(`v1.${path.join('.')}`);
        return next();
      },
    ],
    interceptors: [
      async ({ next, context }) => {
        try {
          return await next();
        } catch (error) {
          const publicError = toPublicError(toEnvelope(error, context.log), context.requestId);
          return { matched: true as const, response: { ...publicError, headers: {} } };
        }
      },
    ],
  });

  let description: Promise<unknown> | undefined;
  server.get(
    `${PREFIX}/openapi.json`,
    () => (description ??= describeApi(new URL(PREFIX, platform.config.publicUrl).href)),
  );

  server.all(`${PREFIX}/*`, { bodyLimit: BODY_LIMIT_BYTES }, async (request: FastifyRequest, reply: FastifyReply) => {
    requireValidEncoding(request.url);
    const actor = await actorOf(request, platform);
    const context: PublicContext = {
      platform,
      db: platform.database.db,
      requestId: request.id,
      log: request.log as RequestContext['log'],
      headers: webHeaders(request.headers),
      actor,
      perform: (action, input) => {
        if (!actor) throw new Refusal('UNAUTHORIZED');
        return perform(platform, action, actor, input);
      },
      answeredBy: (operation) => {
        request.operation = operation;
      },
    };
    const { matched } = await handler.handle(request, reply, { prefix: PREFIX, context });
    if (!matched) throw new Refusal('NOT_FOUND', undefined, 'There is nothing at this address.');
    return reply;
  });
}

/** Rejects malformed percent-encoding, which would otherwise be taken literally. @throws 400 */
function requireValidEncoding(url: string): void {
  try {
    decodeURIComponent(url);
  } catch {
    throw Object.assign(new Error('The address is not correctly encoded.'), { statusCode: 400 });
  }
}
