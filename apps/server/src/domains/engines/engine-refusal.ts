import { Refusal } from '../../platform/refusal.ts';

/** The engine's token is missing, wrong or revoked. */
export const unauthorizedEngine = () => new Refusal('UNAUTHORIZED', undefined, 'This engine token is not valid.');

/** Another holder has the lane; `retryAfterMs` until its lease ends unless renewed. */
export const leaseHeld = (holder: string, retryAfterMs: number) =>
  new Refusal('LEASE_HELD', { holder, retryAfterMs }, `The lane is held by ${holder}.`);
