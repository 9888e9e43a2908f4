import { defineHook } from '../../platform/hooks.ts';

/**
 * Revokes everything that outlives a person's sign-ins. Call it with `callBatch`: if one handler fails, all must roll
 * back.
 */
export const credentialsRevoked = defineHook<{ userId: string }>('credentials-revoked');
