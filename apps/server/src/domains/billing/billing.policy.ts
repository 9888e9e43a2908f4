import { text } from '@switchyard/contracts/text/text';
import { type Actor, actsAsAdmin, changeRefusal } from '../../platform/actor.ts';
import { Refusal } from '../../platform/refusal.ts';

type Payer = Pick<Actor, 'role' | 'workspaceRole' | 'onBehalfOf'>;

/** Only those who pay decide: the workspace's owner, or a platform admin in their own workspace. */
export const changePlanRefusal = (actor: Payer): Refusal | null =>
  changeRefusal(actor) ?? (actor.role === 'admin' || actor.workspaceRole === 'owner' ? null : new Refusal('FORBIDDEN'));

/** Admins of the workspace may edit the invoice details. */
export const saveBillToRefusal = (actor: Payer): Refusal | null =>
  changeRefusal(actor) ?? (actor.workspaceRole === 'member' ? new Refusal('FORBIDDEN') : null);

/** Only platform admins know whether a payment has arrived. */
export const markPaidRefusal = (actor: Payer): Refusal | null => (actsAsAdmin(actor) ? null : new Refusal('FORBIDDEN'));

export interface SellingDeps {
  config: { billing: 'on' | 'off'; stripe: object | null };
}

/** Refuses purchases where billing is off. */
export const sellingRefusal = ({ billing }: Pick<SellingDeps['config'], 'billing'>): Refusal | null =>
  billing === 'on' ? null : new Refusal('FORBIDDEN', undefined, text('nothingSold'));

/** Refuses changes of plan here when Stripe charges for them. */
export const soldElsewhereRefusal = ({ stripe }: SellingDeps['config']): Refusal | null =>
  stripe === null ? null : new Refusal('FORBIDDEN', undefined, text('soldElsewhere'));
