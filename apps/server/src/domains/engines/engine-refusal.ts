import { ORPCError } from '@orpc/server';

/** The engine's token is missing, wrong or revoked. */
export const unauthorizedEngine = () =>
  new ORPCError('UNAUTHORIZED', { status: 401, message: 'This engine token is not valid.' });

/** The generation is not the lane's present one: another process has the lane, or nobody has. The caller stops sending at once. */
export const leaseLost = () =>
  new ORPCError('LEASE_LOST', { status: 409, message: 'This lease generation no longer holds the lane.' });

/** Another holder has the lane; `retryAfterMs` until its lease ends unless it renews. */
export const leaseHeld = (holder: string, retryAfterMs: number) =>
  new ORPCError('LEASE_HELD', {
    status: 409,
    message: `The lane is held by ${holder}.`,
    data: { holder, retryAfterMs },
  });
