import type { ScheduledResult } from '@switchyard/contracts/agent/results';
import { AGENT_STATUSES, whatsAppIdOf } from '@switchyard/contracts/agent/results';
import { entityId } from '@switchyard/contracts/entity';
import type { Hold } from '@switchyard/contracts/messages/message';
import { MESSAGE_RECEIPTS } from '@switchyard/contracts/messages/status';
import { inEnglish } from '@switchyard/contracts/text/text';
import { inArray } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { Tool } from '../../../platform/platform.ts';
import { invalid, Refusal } from '../../../platform/refusal.ts';
import { pageAt, readTool } from '../../../platform/tool.ts';
import { presenceOf } from '../../engines/index.ts';
import { findWorkspace } from '../../workspaces/index.ts';
import { explainHolds } from '../holds/explain-holds.ts';
import { listMessages } from '../list/list-messages.ts';
import { cancelRefusal, editRefusal, resendRefusal } from '../messages.policy.ts';
import type { MessageRow } from '../messages.present.ts';
import { messageSeries } from '../series.schema.ts';
import { isFault, readDueMoment } from '../write/due-moment.ts';
import { redactFor } from './redact.ts';

/** Tools with which an assistant shows messages (spec 002, section 3) and explains why they are not sent. */

const MAX_ROWS = 500;
/** Explaining a message costs a statement each. */
const MAX_EXPLAINED = 5;
/** Statuses as an assistant shows them, with the stored statuses each covers. */
const STATUSES = {
  pending: ['pending', 'sending'],
  sent: ['sent'],
  failed: ['failed', 'unknown'],
  cancelled: ['cancelled'],
} as const;

const selection = {
  status: z
    .array(z.enum(AGENT_STATUSES))
    .max(4)
    .optional()
    .describe('Omitted: any. Messages being sent count as pending.'),
  from: z
    .string()
    .max(40)
    .optional()
    .describe(
      'Due at or after: wall-clock time in the workspace’s zone, such as 2026-12-01T00:00, or an instant with offset.',
    ),
  to: z.string().max(40).optional().describe('Due before; written like `from`.'),
  recipients: z.array(z.string().max(128)).max(200).optional().describe('Only to these numbers (E.164) or group ids.'),
  except: z.array(z.string().max(128)).max(200).optional().describe('Not to these.'),
  search: z.string().max(200).optional().describe('Part of the contact’s name, number or text.'),
  exceptSearch: z.string().max(200).optional().describe('Excludes messages with this in their text.'),
  receipt: z
    .enum(MESSAGE_RECEIPTS)
    .optional()
    .describe('Only messages with at least this receipt; read ones are also delivered.'),
  ids: z.array(entityId).max(MAX_ROWS).optional().describe('Only these messages.'),
  order: z
    .enum(['soonest', 'latest'])
    .optional()
    .describe('Omitted: soonest first for pending ones, latest first for others.'),
};
type Selection = z.infer<z.ZodObject<typeof selection>>;

/** The query for a selection, and the page where a person sees the same. */
async function queryOf(db: Db, actor: Pick<Actor, 'workspaceId'>, criteria: Selection) {
  const workspace = await findWorkspace(db, actor.workspaceId);
  if (!workspace) throw new Refusal('NOT_FOUND');
  const instantOf = (field: 'from' | 'to') => {
    const text = criteria[field];
    if (text === undefined) return undefined;
    const moment = readDueMoment({ dueDate: text, zone: workspace.zone, past: 'record' }, 0);
    if (isFault(moment)) throw invalid([{ field, message: moment.message }]);
    return moment.dueAt.toISOString();
  };
  const isSoonest = criteria.order
    ? criteria.order === 'soonest'
    : criteria.status?.length === 1 && criteria.status[0] === 'pending';
  const filter = {
    status: criteria.status?.flatMap((status) => STATUSES[status]).join(',') || undefined,
    search: criteria.search,
    dueFrom: instantOf('from'),
    dueTo: instantOf('to'),
    recipients: criteria.recipients?.join(',') || undefined,
    exceptRecipients: criteria.except?.join(',') || undefined,
    exceptMessage: criteria.exceptSearch,
    receipt: criteria.receipt,
  };
  return {
    query: { ...filter, ids: criteria.ids, sort: isSoonest ? 'dueDate' : '-dueDate', exactTotal: true },
    // Messages given by id are all in the result; there is no page to link to.
    page: criteria.ids ? null : pageAt('/import-messages', { ...filter, sort: isSoonest ? 'dueDate' : undefined }),
  };
}

const statusOf = (status: MessageRow['status']): ScheduledResult['status'] => {
  if (status === 'sending') return 'pending';
  return status === 'unknown' ? 'failed' : status;
};

/** Messages in the format of the agent's widget. */
async function present(db: Db, rows: readonly MessageRow[], actor: Actor): Promise<ScheduledResult[]> {
  const seriesIds = [...new Set(rows.flatMap(({ seriesId }) => seriesId ?? []))];
  const series =
    seriesIds.length === 0
      ? []
      : await db
          .select({ id: messageSeries.id, rule: messageSeries.rule })
          .from(messageSeries)
          .where(inArray(messageSeries.id, seriesIds));
  const rules = new Map(series.map(({ id, rule }) => [id, rule]));
  return rows
    .map((whole) => redactFor(actor, whole))
    .map((row) => ({
      id: row.id,
      recipientId: whatsAppIdOf(row.recipient),
      recipientName: row.contactName,
      scheduledAt: row.dueAt.toISOString(),
      status: statusOf(row.status),
      message: row.body,
      mediaUrl: row.fileId === null ? null : `/api/files/${row.fileId}`,
      mediaType: row.attachment?.kind === 'media' ? row.attachment.mimeType : null,
      rrule: row.seriesId === null ? null : (rules.get(row.seriesId) ?? null),
      createdAt: row.createdAt.toISOString(),
      zone: row.zone,
      dueLocal: row.dueLocal,
      version: row.version,
      failureReason:
        row.sendFailureReason === null
          ? row.status === 'unknown'
            ? 'It is unknown whether WhatsApp accepted it.'
            : null
          : inEnglish(row.sendFailureReason),
      canEdit: editRefusal(actor, row) === null,
      canCancel: cancelRefusal(actor, row) === null,
      canRetry: resendRefusal(actor, row) === null,
    }));
}

export const scheduleTools: readonly Tool[] = [
  readTool({
    name: 'get_scheduled_messages',
    title: 'Show scheduled messages',
    description:
      'Scheduled messages by status, time and recipient: pending, sent and failed ones. `total` is the number of all matches.',
    scope: 'messages',
    input: z.object({ ...selection, limit: z.int().min(0).max(MAX_ROWS).default(20), skip: z.int().min(0).default(0) }),
    async read({ db }, actor, { limit, skip, ...criteria }) {
      const { query, page } = await queryOf(db, actor, criteria);
      const { rows, total } = await listMessages(db, actor, { ...query, limit, skip });
      return { data: await present(db, rows, actor), total, page };
    },
  }),

  readTool({
    name: 'why_not_sent',
    title: 'Explain why messages have not been sent',
    description: `For up to ${MAX_EXPLAINED} messages that have not been sent: every reason for it, as the engine's lane sees it, or why they failed.`,
    scope: 'messages',
    input: z.object(selection),
    async read(deps, actor, criteria) {
      const status = criteria.status ?? ['pending', 'failed'];
      const { query, page } = await queryOf(deps.db, actor, { ...criteria, status, order: 'soonest' });
      const { rows, total } = await listMessages(deps.db, actor, { ...query, limit: MAX_EXPLAINED, skip: 0 });
      const holds: Hold[][] = [];
      for (const row of rows)
        holds.push(await explainHolds(deps.database.pool, row, (engineId) => presenceOf(deps, engineId)));
      const shown = await present(deps.db, rows, actor);
      return { data: shown.map((message, at) => ({ ...message, holds: holds[at] ?? [] })), total, page };
    },
  }),
];
