import { createMessage } from '@switchyard/contracts/messages/new-message';
import { words } from '@switchyard/contracts/public-api/shapes';
import { faultAt } from '@switchyard/contracts/text/faults';
import { fillTemplate } from '@switchyard/message-template';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Action } from '../../../platform/action.ts';
import type { EdgeDeps } from '../../../platform/http/request-context.ts';
import { readInput } from '../../../platform/read-input.ts';
import { invalid } from '../../../platform/refusal.ts';
import { scheduleMessage } from '../../messages/index.ts';
import { isSuppressed, lockSuppressionsShared } from '../../suppression/index.ts';
import { countryOf, parseChat } from '../addresses.ts';
import { inboundWebhooksChanged } from '../public-api.events.ts';
import { inboundWebhooks } from '../public-api.schema.ts';

const MAX_FIELDS = 200;
const value = z.union([words(1_024), z.number(), z.boolean()]).transform(String);
/** Form tools send more fields than were asked for; any name may be a variable. */
const submission = z
  .record(z.string().max(64), z.union([value, z.record(z.string().max(64), value), z.null()]))
  .refine((fields) => Object.keys(fields).length <= MAX_FIELDS, `at most ${MAX_FIELDS} fields`);

/** Fields that may contain the number. */
const NUMBER_FIELDS = ['to', 'phone', 'mobile'] as const;

/** Parses a submission: the recipient and the variables. @throws Refusal `INVALID` */
export function readSubmission(body: unknown): { to: string; variables: Record<string, string> } {
  const { variables: nested, ...fields } = readInput(submission, body ?? {});
  const flat = Object.entries(fields).flatMap(([name, given]) => (typeof given === 'string' ? [[name, given]] : []));
  const variables: Record<string, string> = {
    ...Object.fromEntries(flat),
    ...(typeof nested === 'object' && nested !== null ? nested : {}),
  };
  const to = NUMBER_FIELDS.map((name) => fields[name]).find((given) => typeof given === 'string' && given !== '');
  if (typeof to !== 'string') throw invalid([faultAt('to', 'missing')]);
  return { to, variables };
}

interface Submission {
  id: string;
  text: string;
  to: string;
  variables: Record<string, string>;
}

/** Sends a template to one number. @throws Refusal `INVALID` if the number is invalid, or a variable is missing */
export const sendTemplate: Action<Submission, { id: string; to: string; status: string }, EdgeDeps> = (
  { db, ...deps },
  actor,
  { id, text, to, variables },
) =>
  db.transaction(async (tx) => {
    const mobile = parseChat(to, await countryOf(tx, actor.workspaceId));
    if (!mobile?.startsWith('+')) throw invalid([faultAt('to', 'mobile', { written: to.slice(0, 64) })]);
    // A form is not a member who could know that the person has consented again.
    await lockSuppressionsShared(tx, actor.workspaceId);
    const isOptedOut = (await isSuppressed(tx, actor.workspaceId, [mobile])).has(mobile);
    if (isOptedOut) throw invalid([faultAt('to', 'leftAlone', { mobile })]);
    const { text: message, missing } = fillTemplate(text, variables);
    if (missing.length > 0) throw invalid(missing.map((name) => faultAt(`variables.${name}`, 'missing')));
    const payload = readInput(createMessage, { message, contactList: [{ mobile }] });
    const { result: row, events } = await scheduleMessage({ ...deps, db: tx }, actor, payload);
    await tx.update(inboundWebhooks).set({ lastUsedAt: sql`now()` }).where(eq(inboundWebhooks.id, id));
    return {
      result: { id: row.id, to: mobile, status: row.status },
      events: [...events, inboundWebhooksChanged(actor.workspaceId)],
    };
  });
