import type { AudienceDefinition } from '@switchyard/contracts/campaigns/operations';
import { type Actor, readTextsRefusal } from '../../platform/actor.ts';
import type { Refusal } from '../../platform/refusal.ts';

/** Everyone in a workspace may run campaigns in it. */
export { changeRefusal as runCampaignsRefusal } from '../../platform/actor.ts';

/** How many contacts a field's value finds tells whether anybody has it. */
export const chooseRefusal = (
  actor: Pick<Actor, 'onBehalfOf'>,
  { from }: Pick<AudienceDefinition, 'from'>,
): Refusal | null => (from.kind === 'field' ? readTextsRefusal(actor) : null);
