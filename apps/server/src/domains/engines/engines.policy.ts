import type { Actor } from '../../platform/http/request-context.ts';

/** Everyone who works in a workspace may manage its engines; whoever only looks at it for support may not. */
export const mayManageEngines = (actor: Pick<Actor, 'supportMode'>): boolean => !actor.supportMode;

/** A legacy engine (spec 000 section 4.2) has no pod of ours to replace. */
export const mayRestart = (engine: { engineType: string }): boolean => !isLegacy(engine);

export const isLegacy = (engine: { engineType: string }): boolean => engine.engineType !== 'session-pod';

/** Engines of another workspace do not exist for its outsiders; an admin of the platform may look at any. */
export const mayExploreAnyEngine = (actor: Pick<Actor, 'role' | 'supportMode'>): boolean =>
  actor.role === 'admin' && !actor.supportMode;
