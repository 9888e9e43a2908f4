import { z } from 'zod';
import { entityId, instant, lineOfText, listQuery, page } from '../entity.ts';
import { mutation, query, routesUnder } from '../operation.ts';
import { schemaFault } from '../text/faults.ts';

/** Prefix of every key, so that leaked keys can be recognised. */
export const KEY_PREFIX = 'sy_';
/** Scope and effect, such as `messages:read`. */
const scope = z.string().regex(/^[a-z][a-z-]*:(read|change)$/, 'a scope such as messages:read');
const MAX_KEY_DAYS = 3_650;

/** An API key as listed, without its secret. */
export const apiKey = z.object({
  _id: entityId,
  name: z.string(),
  /** The first characters of the key. */
  prefix: z.string(),
  scopes: z.array(z.string()),
  /** Name of the member who created it; the key has at most their permissions. */
  by: z.string(),
  createdAt: instant,
  /** Null if it never expires. */
  expiresAt: instant.nullable(),
  lastUsedAt: instant.nullable(),
  lastUsedFrom: z.string().nullable(),
  revokedAt: instant.nullable(),
});
export type ApiKey = z.infer<typeof apiKey>;

export const apiKeyErrors = {
  KEY_SCOPE: { status: 403, message: 'This key isn’t allowed to do that.' },
  /**
   * Creating a key or passkey, which outlives the sign-in, requires a sign-in, password or code within the last
   * minutes.
   */
  CONFIRM_FIRST: { status: 403, message: 'Confirm it’s you first, or sign in again.' },
  KEY_LIMIT: { status: 409, message: 'A workspace can have up to 100 keys. Revoke an unused one.' },
} as const;

const at = routesUnder('keys');

export const apiKeysContract = {
  list: query(null, 'workspace-admin')
    .route(at.get('/keys', 'API keys of the workspace, latest first'))
    .input(listQuery.pick({ limit: true, skip: true }))
    .output(page(apiKey).extend({ scopes: z.array(z.string()).describe('Scopes that a new key can have.') })),
  create: mutation(null, 'workspace-admin')
    .route(at.post('/keys', 'Create an API key, which is shown only once'))
    .input(
      z.object({
        name: lineOfText(80),
        scopes: z.array(scope).min(1, schemaFault('chooseOne')).max(100),
        /** Null: never expires. */
        expiresInDays: z.number().int().min(1).max(MAX_KEY_DAYS).nullable(),
      }),
    )
    .output(z.object({ key: z.string(), created: apiKey })),
  revoke: mutation(null, 'workspace-admin')
    .route(at.post('/keys/{id}/revoke', 'Revoke an API key'))
    .input(z.object({ id: entityId }))
    .output(apiKey),
};
