import { operations } from '../../../platform/http/operations.ts';
import { createKey } from './create-key.ts';
import { KEY_SCOPES } from './key-scopes.ts';
import { listKeys } from './list-keys.ts';
import { revokeKey } from './revoke-key.ts';

const { apiKeys } = operations;

export const apiKeysRouter = {
  list: apiKeys.list.handler(async ({ input, context: { db, actor } }) => ({
    ...(await listKeys(db, actor.workspaceId, input)),
    scopes: [...KEY_SCOPES],
  })),
  create: apiKeys.create.handler(({ input, context: { perform } }) => perform(createKey, input)),
  revoke: apiKeys.revoke.handler(({ input, context: { perform } }) => perform(revokeKey, input)),
};
