import type { FieldFault } from '@switchyard/contracts/errors';
import { createMessage } from '@switchyard/contracts/messages/new-message';
import { and, eq, gte, lte, sql } from 'drizzle-orm';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { isPlainE164 } from '../../../platform/phone-number.ts';
import { parseInput } from '../../../platform/read-input.ts';
import { readRecipient } from '../write/draft.ts';
import { draftContext } from '../write/draft-context.ts';
import { isFault } from '../write/due-moment.ts';
import { messages } from '../messages.schema.ts';
import { fromEarlierImport } from './find-repeats.ts';

const naming = createMessage.pick({ contactName: true, contactList: true });

/**
 * What only the server knows of an import's rows: whether each recipient can be written to, by the same reading as when
 * they are stored.
 */
export async function checkImport(
  db: Db,
  { workspaceId }: Actor,
  { recipients, due }: { recipients: unknown[]; due?: { from: string; to: string } | undefined },
  now: Date,
): Promise<{ faults: { at: number; faults: FieldFault[] }[]; mayRepeat: boolean }> {
  // A number that is one beyond doubt can be written to, whoever has it: most files have nothing else, a hundred
  // thousand times.
  const read = recipients.flatMap((recipient, at) => {
    if (typeof recipient !== 'string') return [{ at, ...parseInput(naming, recipient) }];
    return isPlainE164(recipient) ? [] : [{ at, ...parseInput(naming, { contactList: [{ mobile: recipient }] }) }];
  });
  const known = read.flatMap(({ data }) => (data ? [data] : []));
  const context = await draftContext(db, workspaceId, known, 'none', now.getTime());
  const faults = read.flatMap(({ at, data, faults }) => {
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
