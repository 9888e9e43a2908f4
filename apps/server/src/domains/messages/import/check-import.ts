import type { FieldFault } from '@switchyard/contracts/errors';
import { createMessage } from '@switchyard/contracts/messages/new-message';
import { and, eq, gte, lte, sql } from 'drizzle-orm';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { isPlainE164 } from '../../../platform/phone-number.ts';
import { parseInput } from '../../../platform/read-input.ts';
import { messages } from '../messages.schema.ts';
import { readRecipient } from '../write/draft.ts';
import { draftContext } from '../write/draft-context.ts';
import { isFault } from '../write/due-moment.ts';
import { fromEarlierImport } from './find-repeats.ts';

const recipientFields = createMessage.pick({ contactName: true, contactList: true });

/**
 * Checks rows of an import for what only the server knows: whether each recipient can be messaged, by the same parsing
 * as when the rows are stored.
 */
export async function checkImport(
  db: Db,
  { workspaceId }: Actor,
  { recipients, due }: { recipients: unknown[]; due?: { from: string; to: string } | undefined },
  now: Date,
): Promise<{ faults: { at: number; faults: FieldFault[] }[]; mayRepeat: boolean }> {
  // A plain E.164 number is valid whoever has it. Most files contain nothing else, up to a hundred thousand times.
  const parsed = recipients.flatMap((recipient, at) => {
    if (typeof recipient !== 'string') return [{ at, ...parseInput(recipientFields, recipient) }];
    if (isPlainE164(recipient)) return [];
    return [{ at, ...parseInput(recipientFields, { contactList: [{ mobile: recipient }] }) }];
  });
  const valid = parsed.flatMap(({ data }) => (data ? [data] : []));
  const context = await draftContext(db, workspaceId, valid, 'none', now.getTime());
  const faults = parsed.flatMap(({ at, data, faults }) => {
    if (faults) return [{ at, faults }];
    const recipient = readRecipient(data, context);
    return isFault(recipient) ? [{ at, faults: [recipient] }] : [];
  });
  return { faults, mayRepeat: due !== undefined && (await hasImported(db, workspaceId, due)) };
}

async function hasImported(db: Db, workspaceId: string, { from, to }: { from: string; to: string }): Promise<boolean> {
  const between = and(gte(messages.dueAt, new Date(from)), lte(messages.dueAt, new Date(to)));
  const [found] = await db
    .select({ one: sql<number>`1` })
    .from(messages)
    .where(and(eq(messages.workspaceId, workspaceId), between, fromEarlierImport))
    .limit(1);
  return found !== undefined;
}
