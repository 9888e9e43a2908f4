import { MAX_QUOTE_LENGTH, type QuotedMessage } from '@switchyard/contracts/messages/body';
import type { MessageDetail } from '@switchyard/contracts/messages/message';
import type { Actor } from '../../../platform/actor.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { presenceOf } from '../../engines/index.ts';
import { explainHolds } from '../holds/explain-holds.ts';
import { type MessageRow, presentMessage } from '../messages.present.ts';
import { findMessage, findRetries } from '../messages.queries.ts';
import { findRecipientZone } from '../recipients/recipient-zone.ts';
import { findRecurrence } from '../series/list-series.ts';
import { redactFor } from './redact.ts';

/** Reads a message with everything its detail view shows. @throws Refusal `NOT_FOUND` */
export async function readDetail(platform: Platform, actor: Actor, id: string): Promise<MessageDetail> {
  const { db, pool } = platform.database;
  const row = await findMessage(db, actor, id);
  if (!row) throw new Refusal('NOT_FOUND');
  const message = presentMessage(row, actor);
  const retriedAs = (await findRetries(db, [row.id])).get(row.id) ?? null;
  return {
    ...message,
    abilities: { ...message.abilities, resend: message.abilities.resend && retriedAs === null },
    holds: await explainHolds(pool, row, (engineId) => presenceOf(platform, engineId)),
    triedAt: row.claimedAt?.toISOString() ?? null,
    retriedAs,
    recipientZone: await findRecipientZone(db, row),
    asQuote: quoteOf(redactFor(actor, row)),
    series: await findRecurrence(db, row),
  };
}

/** The quote for a reply. Null if none of our engines delivered the message to WhatsApp. */
function quoteOf({ status, attempt, waMessageId, body, attachment }: MessageRow): QuotedMessage | null {
  if (status !== 'sent' || attempt === 0) return null;
  const text = body || (attachment?.kind === 'media' ? attachment.fileName : '');
  return { waMessageId, from: null, text: text.slice(0, MAX_QUOTE_LENGTH) };
}
