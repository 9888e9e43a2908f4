import type { AudienceDefinition } from '@switchyard/contracts/campaigns/operations';
import { type Actor, mayReadTexts } from '../../platform/actor.ts';
import type { Refusal } from '../../platform/refusal.ts';

/** Everyone in a workspace may run campaigns in it. */
export { mayChange as mayRunCampaigns } from '../../platform/actor.ts';

/** How many contacts a field's value finds tells whether anybody has it. */
export const mayChoose = (
  actor: Pick<Actor, 'onBehalfOf'>,
  { from }: Pick<AudienceDefinition, 'from'>,
): Refusal | null => (from.kind === 'field' ? mayReadTexts(actor) : null);
