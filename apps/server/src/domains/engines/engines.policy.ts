import { text } from '@switchyard/contracts/text/text';
import { type Actor, actsAsAdmin, changeRefusal } from '../../platform/actor.ts';
import { Refusal } from '../../platform/refusal.ts';

type By = Pick<Actor, 'onBehalfOf'>;

/** All members may manage their workspace's engines; support mode may not. */
export const manageEnginesRefusal = changeRefusal;

/**
 * Legacy engines (spec 000 section 4.2) have no pod of ours to replace, and an engine that is starting must not be
 * interrupted.
 */
export const restartRefusal = (actor: By, engine: { engineType: string; isStarting: boolean }): Refusal | null =>
  runEngineRefusal(actor, engine) ??
  (isLegacy(engine) ? new Refusal('LEGACY_ENGINE') : null) ??
  (engine.isStarting ? new Refusal('ALREADY_STARTING') : null);

/** The type of engines that run in a person's browser. */
export const IN_BROWSER = 'whatsapp-web';
export const isInBrowser = (engine: { engineType: string }): boolean => engine.engineType === IN_BROWSER;

/** The server cannot start, stop or delete an engine that runs in somebody's browser (spec 000 section 4.2). */
export const runEngineRefusal = (actor: By, engine: { engineType: string }): Refusal | null =>
  manageEnginesRefusal(actor) ??
  (isInBrowser(engine) ? new Refusal('FORBIDDEN', undefined, text('runsInBrowser')) : null);

/** An engine type with neither a pod nor a browser: it can be deleted but not restarted. */
export const isLegacy = (engine: { engineType: string }): boolean =>
  engine.engineType !== 'session-pod' && !isInBrowser(engine);

/** An engine that cannot send cannot be the default for new messages. */
export const defaultRefusal = (engine: { engineType: string }): Refusal | null =>
  isLegacy(engine) ? new Refusal('LEGACY_ENGINE') : null;

/** Platform admins may look at any engine; for others, engines of other workspaces do not exist. */
export const canExploreAnyEngine = (actor: Pick<Actor, 'role' | 'onBehalfOf'>): boolean => actsAsAdmin(actor);
