import { OpenAPIGenerator } from '@orpc/openapi';
import { OpenAPIHandler } from '@orpc/openapi/fastify';
import type { AnyRouter } from '@orpc/server';
import {
  experimental_ZodSmartCoercionPlugin as ZodSmartCoercionPlugin,
  ZodToJsonSchemaConverter,
} from '@orpc/zod/zod4';
import { contract } from '@switchyard/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authorOf, perform } from '../perform.ts';
import type { Platform } from '../platform.ts';
import { Refusal } from '../refusal.ts';
import { LARGE_OPERATIONS, OPEN_OPERATIONS } from './bodies.ts';
import { actorOf } from './callers.ts';
import { toEnvelope } from './errors.ts';
import { webHeaders } from './headers.ts';
import type { RequestContext } from './request-context.ts';

interface OperationContext extends RequestContext {
  /** Sets the operation's name, for logs and metrics. */
  answeredBy(operation: string): void;
}

/** Serves the contract's operations under `/api`, and their OpenAPI document at `/api/openapi.json`. */
export function serveWebApi(server: FastifyInstance, platform: Platform, routers: Record<string, AnyRouter>): void {
  const handler = new OpenAPIHandler<OperationContext>(routers, {
    plugins: [new ZodSmartCoercionPlugin()],
    rootInterceptors: [
      async ({ next, context }) => {
        const result = await next();
        if (!result.matched || result.response.status < 400) return result;
        const body = { ...(result.response.body as object), requestId: context.requestId };
        return { ...result, response: { ...result.response, body } };
      },
    ],
    clientInterceptors: [
      ({ next, path, context }) => {
        context.answeredBy(path.join('.'));
        return next();
      },
    ],
    interceptors: [
      async ({ next, context }) => {
        try {
          return await next();
        } catch (error) {
          const body = toEnvelope(error, context.log);
          return { matched: true as const, response: { status: body.status, headers: {}, body } };
        }
      },
    ],
  });

  let description: Promise<unknown> | undefined;
  server.get('/api/openapi.json', () => (description ??= describe(platform)));

  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const headers = webHeaders(request.headers);
    const actor = await actorOf(request, platform);
    const context: OperationContext = {
      platform,
      db: platform.database.db,
      requestId: request.id,
      log: request.log as RequestContext['log'],
      headers,
      actor,
      perform: (action, input) => {
        if (!actor) throw new Refusal('UNAUTHORIZED');
        return perform(platform, action, actor, input, authorOf(headers));
      },
      answeredBy: (operation) => {
        request.operation = operation;
      },
    };
    const { matched } = await handler.handle(request, reply, { prefix: '/api', context });
    if (!matched) reply.callNotFound();
    return reply;
  };
  for (const path of ['/api/*', ...LARGE_OPERATIONS, ...OPEN_OPERATIONS]) server.all(path, answer);
}

/** OpenAPI 3.1 of the whole contract, independent of this server's settings. */
function describe(platform: Platform): Promise<unknown> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  return generator.generate(contract, {
    info: { title: 'Switchyard', version: '0.1.0', description: 'The API that the web app uses.' },
    servers: [{ url: new URL('/api', platform.config.publicUrl).href }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    security: [{ bearer: [] }],
  });
}
