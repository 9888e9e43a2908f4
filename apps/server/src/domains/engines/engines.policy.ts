import type { Actor } from '../../platform/http/request-context.ts';

/** Everyone who works in a workspace may manage its engines; whoever only looks at it for support may not. */
export const mayManageEngines = (actor: Pick<Actor, 'supportMode'>): boolean => !actor.supportMode;

/** A legacy engine (spec 000 section 4.2) has no pod of ours to replace. */
export const mayRestart = (engine: { engineType: string }): boolean => !isLegacy(engine);

export const isLegacy = (engine: { engineType: string }): boolean => engine.engineType !== 'session-pod';
