import { eq } from 'drizzle-orm';
import type { ActionDeps } from '../../../platform/action.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { DomainEvent } from '../../../platform/events.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { users } from '../../accounts/accounts.schema.ts';
import { unauthorizedEngine } from '../engine-refusal.ts';
import type { EngineIdentity } from '../engine-token.ts';
import { isInBrowser, manageEnginesRefusal } from '../engines.policy.ts';
import { engines } from '../engines.schema.ts';
import { removeEngine } from '../remove-engine-session.ts';

type Deps = ActionDeps & Pick<Platform, 'hooks' | 'log'>;

/**
 * Revokes the access of a person's browsers and removes their engine; waiting messages need a decision.
 * @throws Refusal `NOT_FOUND`, `FORBIDDEN`
 */
export const unpairExtension = (deps: Deps, actor: Actor, { id }: { id: string }) =>
  removeEngine(deps, actor, id, {
    action: 'engine.unpair',
    may: (engine) => manageEnginesRefusal(actor) ?? (isInBrowser(engine) ? null : new Refusal('NOT_FOUND')),
  });

/**
 * The same at the extension's own request, on behalf of the person who paired it.
 * @throws Refusal `UNAUTHORIZED`, `NOT_FOUND`
 */
export async function unpairByExtension(
  deps: Deps,
  { engineId, tokenVersion }: EngineIdentity,
): Promise<DomainEvent[]> {
  const [engine] = await deps.db
    .select({
      workspaceId: engines.workspaceId,
      tokenVersion: engines.tokenVersion,
      userId: users.id,
      fullName: users.name,
    })
    .from(engines)
    .innerJoin(users, eq(users.id, engines.ownerId))
    .where(eq(engines.id, engineId));
  if (engine?.tokenVersion !== tokenVersion) throw unauthorizedEngine();
  const { events } = await removeEngine(deps, { ...engine, onBehalfOf: null }, engineId, {
    action: 'engine.unpair',
    may: (found) => (isInBrowser(found) ? null : new Refusal('NOT_FOUND')),
  });
  return events;
}
