import { text } from '@switchyard/contracts/text/text';
import { type Actor, actsAsAdmin, changeRefusal } from '../../platform/actor.ts';
import { Refusal } from '../../platform/refusal.ts';

type By = Pick<Actor, 'onBehalfOf'>;

/** Everyone who works in a workspace may manage its engines; whoever only looks at it for support may not. */
export const manageEnginesRefusal = changeRefusal;

/**
 * A legacy engine (spec 000 section 4.2) has no pod of ours to replace, and one that is starting is not kept from
 * arriving.
 */
export const restartRefusal = (actor: By, engine: { engineType: string; isStarting: boolean }): Refusal | null =>
  runEngineRefusal(actor, engine) ??
  (isLegacy(engine) ? new Refusal('LEGACY_ENGINE') : null) ??
  (engine.isStarting ? new Refusal('ALREADY_STARTING') : null);

/** The type of engines that a person's browser works. */
export const IN_BROWSER = 'whatsapp-web';
export const isInBrowser = (engine: { engineType: string }): boolean => engine.engineType === IN_BROWSER;

/** An engine that somebody's browser works is not the server's to start, stop or delete (spec 000 section 4.2). */
export const runEngineRefusal = (actor: By, engine: { engineType: string }): Refusal | null =>
  manageEnginesRefusal(actor) ??
  (isInBrowser(engine) ? new Refusal('FORBIDDEN', undefined, text('runsInBrowser')) : null);

/** An engine of a type that has no pod, and is in no browser: it can be deleted, not restarted. */
export const isLegacy = (engine: { engineType: string }): boolean =>
  engine.engineType !== 'session-pod' && !isInBrowser(engine);

/** What cannot send cannot be the default for new messages. */
export const whyNotDefault = (engine: { engineType: string }): Refusal | null =>
  isLegacy(engine) ? new Refusal('LEGACY_ENGINE') : null;

/** Engines of another workspace do not exist for its outsiders; an admin of the platform may look at any. */
export const canExploreAnyEngine = (actor: Pick<Actor, 'role' | 'onBehalfOf'>): boolean => actsAsAdmin(actor);
