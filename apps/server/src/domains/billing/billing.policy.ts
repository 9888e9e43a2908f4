import { REFUSAL_WORDS } from '@switchyard/contracts/text/refusals';
import { type Actor, actsAsAdmin, mayChange } from '../../platform/actor.ts';
import { Refusal } from '../../platform/refusal.ts';

type Payer = Pick<Actor, 'role' | 'workspaceRole' | 'onBehalfOf'>;

/** Who pays decides: the owner of the workspace, or an admin of the platform in a workspace of their own. */
export const mayChangePlan = (actor: Payer): Refusal | null =>
  mayChange(actor) ?? (actor.role === 'admin' || actor.workspaceRole === 'owner' ? null : new Refusal('FORBIDDEN'));

/** Its admins may say what stands on invoices. */
export const maySaveBillTo = (actor: Payer): Refusal | null =>
  mayChange(actor) ?? (actor.workspaceRole === 'member' ? new Refusal('FORBIDDEN') : null);

/** Whether money has come is known to whoever runs the platform. */
export const mayMarkPaid = (actor: Payer): Refusal | null => (actsAsAdmin(actor) ? null : new Refusal('FORBIDDEN'));

export interface SellingParts {
  config: { billing: 'on' | 'off'; stripe: object | null };
}

/** Where nothing is sold nothing is bought. */
export const isSelling = ({ billing }: Pick<SellingParts['config'], 'billing'>): Refusal | null =>
  billing === 'on' ? null : new Refusal('FORBIDDEN', undefined, REFUSAL_WORDS.nothingSold);

/** What a payment provider sells and charges is changed there. */
export const isSoldHere = ({ stripe }: SellingParts['config']): Refusal | null =>
  stripe === null ? null : new Refusal('FORBIDDEN', undefined, REFUSAL_WORDS.soldElsewhere);
