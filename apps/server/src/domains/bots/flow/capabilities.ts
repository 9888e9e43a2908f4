import type { BotFlow } from '@switchyard/contracts/bots/flow';
import { driverFacts } from '@switchyard/contracts/engine/driver-capabilities';
import { type Text, text } from '@switchyard/contracts/text/text';

/** What these drivers cannot send of a flow, and what is sent instead, if anything. */
export function capabilityNotes(
  flow: BotFlow,
  drivers: readonly string[],
): { nodeId: string; driver: string; message: Text }[] {
  return [...new Set(drivers)].flatMap((name) => {
    const { kinds, media, tells, shownName } = driverFacts(name);
    return flow.nodes.flatMap((node) => {
      const note = (message: Text) => [{ nodeId: node.id, driver: shownName, message }];
      const options = node.kind === 'send' || (node.kind === 'ask' && node.answer === 'choice') ? node.options : [];
      if (options.length > 0 && !kinds.includes('poll')) return note(text('driverNoPolls'));
      if (node.kind === 'send' && node.attachment && !kinds.includes('media')) return note(text('driverNoFiles'));
      if (node.kind === 'send' && node.attachment?.as && !media.includes(node.attachment.as)) {
        return note(text(node.attachment.as === 'voice' ? 'driverNoVoice' : 'driverNoStickers'));
      }
      if (node.kind === 'ask' && node.answer === 'file' && !tells.includes('files')) {
        return note(text('driverReadsNoFiles'));
      }
      return [];
    });
  });
}
