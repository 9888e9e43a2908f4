import { MAX_QUOTE_LENGTH, type QuotedMessage } from '@switchyard/contracts/messages/body';
import type { ConversationEntry } from './entry.ts';

/** A message as quoted by a reply. */
export const quoteOf = ({ message }: ConversationEntry): QuotedMessage => ({
  waMessageId: message.waMessageId,
  from: message.fromMe ? null : message.from,
  text: message.text.slice(0, MAX_QUOTE_LENGTH).toWellFormed(),
});

/** The writer's name as the composer shows it. */
export const writerOf = ({ message }: ConversationEntry, you: string): string =>
  message.fromMe ? you : (message.fromName ?? message.from ?? '');
