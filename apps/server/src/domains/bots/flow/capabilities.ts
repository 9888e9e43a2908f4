import type { BotFlow } from '@switchyard/contracts/bots/flow';
import { driverFacts } from '@switchyard/contracts/engine/driver-capabilities';

/** What these drivers cannot send of a flow, and what is sent instead or not at all. */
export function capabilityNotes(
  flow: BotFlow,
  drivers: readonly string[],
): { nodeId: string; driver: string; message: string }[] {
  return [...new Set(drivers)].flatMap((name) => {
    const { kinds, media, tells, shownName } = driverFacts(name);
    return flow.nodes.flatMap((node) => {
      const note = (message: string) => [{ nodeId: node.id, driver: shownName, message }];
      const options = node.kind === 'send' || (node.kind === 'ask' && node.answer === 'choice') ? node.options : [];
      if (options.length > 0 && !kinds.includes('poll')) return note('No polls: sends a numbered list instead.');
      if (node.kind === 'send' && node.attachment && !kinds.includes('media'))
        return note('No files: the step would fail.');
      if (node.kind === 'send' && node.attachment?.as && !media.includes(node.attachment.as)) {
        return note(`No ${node.attachment.as}: the step would fail.`);
      }
      if (node.kind === 'ask' && node.answer === 'file' && !tells.includes('files')) {
        return note('Incoming files can’t be read here, only detected.');
      }
      return [];
    });
  });
}
