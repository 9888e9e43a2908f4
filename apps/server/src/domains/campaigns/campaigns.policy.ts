import type { AudienceDefinition } from '@switchyard/contracts/campaigns/operations';
import { type Actor, readTextsRefusal } from '../../platform/actor.ts';
import type { Refusal } from '../../platform/refusal.ts';

/** Every member may run campaigns. */
export { changeRefusal as runCampaignsRefusal } from '../../platform/actor.ts';

/** A count of contacts by field value would reveal whether anybody has that value. */
export const countRefusal = (
  actor: Pick<Actor, 'onBehalfOf'>,
  { from }: Pick<AudienceDefinition, 'from'>,
): Refusal | null => (from.kind === 'field' ? readTextsRefusal(actor) : null);
