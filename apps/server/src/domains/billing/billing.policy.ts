import { text } from '@switchyard/contracts/text/text';
import { type Actor, actsAsAdmin, changeRefusal } from '../../platform/actor.ts';
import { Refusal } from '../../platform/refusal.ts';

type Payer = Pick<Actor, 'role' | 'workspaceRole' | 'onBehalfOf'>;

/** Who pays decides: the owner of the workspace, or an admin of the platform in a workspace of their own. */
export const changePlanRefusal = (actor: Payer): Refusal | null =>
  changeRefusal(actor) ?? (actor.role === 'admin' || actor.workspaceRole === 'owner' ? null : new Refusal('FORBIDDEN'));

/** Its admins may say what stands on invoices. */
export const saveBillToRefusal = (actor: Payer): Refusal | null =>
  changeRefusal(actor) ?? (actor.workspaceRole === 'member' ? new Refusal('FORBIDDEN') : null);

/** Whether money has come is known to whoever runs the platform. */
export const markPaidRefusal = (actor: Payer): Refusal | null => (actsAsAdmin(actor) ? null : new Refusal('FORBIDDEN'));

export interface SellingDeps {
  config: { billing: 'on' | 'off'; stripe: object | null };
}

/** Where nothing is sold nothing is bought. */
export const isSelling = ({ billing }: Pick<SellingDeps['config'], 'billing'>): Refusal | null =>
  billing === 'on' ? null : new Refusal('FORBIDDEN', undefined, text('nothingSold'));

/** What a payment provider sells and charges is changed there. */
export const isSoldHere = ({ stripe }: SellingDeps['config']): Refusal | null =>
  stripe === null ? null : new Refusal('FORBIDDEN', undefined, text('soldElsewhere'));
