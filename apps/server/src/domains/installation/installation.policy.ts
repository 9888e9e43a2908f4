import { text } from '@switchyard/contracts/text/text';
import { type Actor, actsAsAdmin } from '../../platform/actor.ts';
import { Refusal } from '../../platform/refusal.ts';

type By = Pick<Actor, 'role' | 'onBehalfOf' | 'userId'>;

/** Only platform admins, and not in support mode. */
export const manageInstallationRefusal = (actor: By): Refusal | null =>
  actsAsAdmin(actor) ? null : new Refusal('FORBIDDEN');

/** Admins cannot do to themselves what might leave the platform without an admin. */
export const managePersonRefusal = (actor: By, userId: string): Refusal | null =>
  manageInstallationRefusal(actor) ??
  (actor.userId === userId ? new Refusal('FORBIDDEN', undefined, text('notYourself')) : null);
