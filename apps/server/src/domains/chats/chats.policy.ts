import { type Actor, mayChange } from '../../platform/actor.ts';
import { Refusal } from '../../platform/refusal.ts';

/** What an engine brings is kept by the workspace: whoever works in it may have it brought. */
export const mayFetch = mayChange;
/** What people wrote is for their workspace: support reads it where the owner has allowed that. */
export const mayReadChats = ({ onBehalfOf }: Pick<Actor, 'onBehalfOf'>): Refusal | null =>
  onBehalfOf && !onBehalfOf.mayReadTexts ? new Refusal('SUPPORT_NO_TEXTS') : null;
/** Asking who is in a group leaves everything as it was: also support mode may. */
export const mayAskAboutGroups = (_actor: Pick<Actor, 'onBehalfOf'>): Refusal | null => null;
