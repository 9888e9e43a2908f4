import type { Domain } from '../src/platform/domain.ts';
import type { Actor } from '../src/platform/http/request-context.ts';

/** Signs requests in by a header of the test's own, for tests that are not about signing in: `x-test-actor: USER.WORKSPACE[.support]`. */
export const actorByHeader: Domain = {
  name: 'actor-by-header',
  async resolveActor(headers) {
    const [userId, workspaceId, support] = headers.get('x-test-actor')?.split('.') ?? [];
    if (!userId || !workspaceId) return null;
    const actor: Actor = {
      userId,
      workspaceId,
      email: 'someone@example.test',
      fullName: 'Someone',
      role: 'user',
      workspaceRole: 'owner',
      supportMode: support === 'support',
    };
    return actor;
  },
};
