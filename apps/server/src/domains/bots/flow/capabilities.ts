import type { BotFlow } from '@switchyard/contracts/bots/flow';
import { driverFacts } from '@switchyard/contracts/engine/driver-facts';

/** What these drivers cannot send of a flow, and what is sent instead or not at all. */
export function capabilityNotes(
  flow: BotFlow,
  drivers: readonly string[],
): { nodeId: string; driver: string; message: string }[] {
  return [...new Set(drivers)].flatMap((name) => {
    const { kinds, media, tells, shownName } = driverFacts(name);
    return flow.nodes.flatMap((one) => {
      const note = (message: string) => [{ nodeId: one.id, driver: shownName, message }];
      const options = one.kind === 'send' || (one.kind === 'ask' && one.answer === 'choice') ? one.options : [];
      if (options.length > 0 && !kinds.includes('poll')) return note('No polls: a numbered list is sent instead.');
      if (one.kind === 'send' && one.attachment && !kinds.includes('media'))
        return note('No files: the step would fail.');
      if (one.kind === 'send' && one.attachment?.as && !media.includes(one.attachment.as)) {
        return note(`No ${one.attachment.as}: the step would fail.`);
      }
      if (one.kind === 'ask' && one.answer === 'file' && !tells.includes('files')) {
        return note('Its files cannot be read here, only that one came.');
      }
      return [];
    });
  });
}
