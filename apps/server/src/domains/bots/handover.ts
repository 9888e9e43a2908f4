import type { Text } from '@switchyard/contracts/text/registry';
import { eq } from 'drizzle-orm';
import type { DomainEvent } from '../../platform/events.ts';
import { defineHook } from '../../platform/hooks.ts';
import { bots } from './bots.schema.ts';
import { displayText } from './flow/fill-text.ts';
import type { Execution } from './runtime/execution.ts';

/** A bot handed the conversation in a chat over to people. */
export interface Handover {
  workspaceId: string;
  engineId: string;
  chat: string;
  botName: string;
  /** The builder's note about the hand-over. */
  note: Text;
  /** The collected answers, formatted for people. */
  answers: { name: string; value: string }[];
}

/** Called in the transaction that pauses the bot, so that both happen or neither. */
export const botHandedOver = defineHook<Handover>('bot-handed-over');

const MAX_ANSWERS = 50;
const MAX_ANSWER_LENGTH = 1_000;

/** Reports a hand-over in this execution; tests report nothing. */
export async function reportHandover(execution: Execution, note: Text | null): Promise<DomainEvent[]> {
  const { tx, hooks } = execution;
  const { workspaceId, engineId, chat, botId } = execution.session;
  if (execution.isTest || engineId === null) return [];
  if (!execution.botEvents.some((botEvent) => 'event' in botEvent && botEvent.event === 'handed_over')) return [];
  const [bot] = await tx.select({ name: bots.name }).from(bots).where(eq(bots.id, botId));
  const answers = Object.entries(execution.state.vars)
    .slice(0, MAX_ANSWERS)
    .map(([name, value]) => ({ name, value: displayText(value).slice(0, MAX_ANSWER_LENGTH) }));
  const handed = { workspaceId, engineId, chat, botName: bot?.name ?? '', note: note ?? '', answers };
  return botHandedOver.callBatch(hooks, tx, [handed]);
}
