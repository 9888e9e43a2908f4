import type { FastifyRequest } from 'fastify';
import type { ZodType } from 'zod';
import type { Platform } from '../../platform/platform.ts';
import { faultsOf, invalid } from '../../platform/refusal.ts';
import { unauthorizedEngine } from './engine-refusal.ts';
import { type EngineIdentity, readEngineToken, readHostToken } from './engine-token.ts';

/**
 * The engine that calls under `/engine`, by the signature of its bearer token. Whether the token was revoked is checked
 * by the statement that does the work, which saves a round trip per call.
 * @throws 401
 */
export function engineOf(request: FastifyRequest, platform: Platform): EngineIdentity {
  const identity = readEngineToken(platform.secret, bearerOf(request));
  if (!identity) throw unauthorizedEngine();
  return identity;
}

/**
 * The pod whose engine host is calling.
 * @throws 401
 */
export function hostOf(request: FastifyRequest, platform: Platform): string {
  const podName = readHostToken(platform.secret, bearerOf(request));
  if (podName === null) throw unauthorizedEngine();
  return podName;
}

function bearerOf({ headers: { authorization = '' } }: FastifyRequest): string {
  return authorization.startsWith('Bearer ') ? authorization.slice('Bearer '.length) : '';
}

/**
 * The validated body.
 * @throws 422 `INVALID` naming each field
 */
export const engineBody = <T>(schema: ZodType<T>, request: FastifyRequest): T => read(schema, request.body);

/** The validated query of a request whose body is a file. @throws 422 `INVALID` naming each field */
export const engineQuery = <T>(schema: ZodType<T>, request: FastifyRequest): T => read(schema, request.query);

function read<T>(schema: ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success) return parsed.data;
  throw invalid(faultsOf(parsed.error.issues));
}
