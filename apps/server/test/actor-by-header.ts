import type { Actor } from '../src/platform/actor.ts';
import type { Domain } from '../src/platform/domain.ts';
import { memberOf } from './act.ts';

const CUSTOMER = (userId: string): Actor['onBehalfOf'] => ({
  userId,
  email: 'a@customer.test',
  fullName: 'A customer',
  role: 'user',
  mayReadTexts: true,
  until: new Date(Date.now() + 3_600_000),
});

/** `USER.WORKSPACE[.support]` */
const HEADER = 'x-test-actor';

/** Authenticates requests by a test header (see `asActor`), for tests that are not about signing in. */
export const actorByHeader: Domain = {
  name: 'actor-by-header',
  async resolveActor(headers) {
    const [userId, workspaceId, support] = headers.get(HEADER)?.split('.') ?? [];
    if (!userId || !workspaceId) return null;
    const actor: Actor = {
      ...memberOf({ userId, workspaceId }),
      onBehalfOf: support === 'support' ? CUSTOMER(userId) : null,
    };
    return actor;
  },
};

/** The header of a request by this person in this workspace. `extra`: `.support` for support mode. */
export const asActor = (who: { userId: string; workspaceId: string }, extra = '') => ({
  [HEADER]: `${who.userId}.${who.workspaceId}${extra}`,
});
