import { defineHook } from '../../platform/hooks.ts';

/**
 * All that outlives a person's sign-ins is made worthless. Call it with `callBatch`: a way in that stays open must undo
 * the rest.
 */
export const credentialsRevoked = defineHook<{ userId: string }>('credentials-revoked');
