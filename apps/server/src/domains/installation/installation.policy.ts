import { text } from '@switchyard/contracts/text/text';
import { type Actor, actsAsAdmin } from '../../platform/actor.ts';
import { Refusal } from '../../platform/refusal.ts';

type By = Pick<Actor, 'role' | 'onBehalfOf' | 'userId'>;

/** Admins of the platform, not through another person's eyes. */
export const manageInstallationRefusal = (actor: By): Refusal | null =>
  actsAsAdmin(actor) ? null : new Refusal('FORBIDDEN');

/** Nobody does to themselves what might leave the platform without an admin: whoever acts is one, and stays it. */
export const managePersonRefusal = (actor: By, userId: string): Refusal | null =>
  manageInstallationRefusal(actor) ??
  (actor.userId === userId ? new Refusal('FORBIDDEN', undefined, text('notYourself')) : null);
