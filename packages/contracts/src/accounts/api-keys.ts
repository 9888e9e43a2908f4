import { z } from 'zod';
import { entityId, instant, lineOfText, listQuery, page } from '../entity.ts';
import { mutation, query, routesUnder } from '../operation.ts';
import { schemaFault } from '../text/faults.ts';

/** What each key begins with, so that it is known where it should not be. */
export const KEY_START = 'sy_';
/** Scope and effect, such as `messages:read`. */
const scope = z.string().regex(/^[a-z][a-z-]*:(read|change)$/, 'a scope such as messages:read');
const MAX_KEY_DAYS = 3_650;

/** A key as it is listed: never the key itself. */
export const apiKey = z.object({
  _id: entityId,
  name: z.string(),
  /** How it begins. */
  prefix: z.string(),
  scopes: z.array(z.string()),
  /** Whose it is: it may what they may, and no more. */
  by: z.string(),
  createdAt: instant,
  /** Null: never. */
  expiresAt: instant.nullable(),
  lastUsedAt: instant.nullable(),
  lastUsedFrom: z.string().nullable(),
  revokedAt: instant.nullable(),
});
export type ApiKey = z.infer<typeof apiKey>;

export const apiKeyErrors = {
  KEY_SCOPE: { status: 403, message: 'This key is not good for that.' },
  /**
   * A key or passkey outlives its sign-in: whoever makes one has signed in, or given a password or code, within the
   * last minutes.
   */
  CONFIRM_FIRST: { status: 403, message: 'Confirm it’s you first, or sign in again.' },
  KEY_LIMIT: { status: 409, message: 'A workspace can have up to 100 keys. Revoke an unused one.' },
} as const;

const at = routesUnder('keys');

export const apiKeysContract = {
  list: query(null, 'workspace-admin')
    .route(at.get('/keys', 'API keys of the workspace, latest first'))
    .input(listQuery.pick({ limit: true, skip: true }))
    .output(page(apiKey).extend({ scopes: z.array(z.string()).describe('What a new key may be good for.') })),
  create: mutation(null, 'workspace-admin')
    .route(at.post('/keys', 'Make an API key; it is shown this once'))
    .input(
      z.object({
        name: lineOfText(80),
        scopes: z.array(scope).min(1, schemaFault('chooseOne')).max(100),
        /** Null: never. */
        expiresInDays: z.number().int().min(1).max(MAX_KEY_DAYS).nullable(),
      }),
    )
    .output(z.object({ key: z.string(), created: apiKey })),
  revoke: mutation(null, 'workspace-admin')
    .route(at.post('/keys/{id}/revoke', 'Make an API key worthless at once'))
    .input(z.object({ id: entityId }))
    .output(apiKey),
};
