import type { Priority } from '@switchyard/contracts/inbox/views';
import { faultAt } from '@switchyard/contracts/text/faults';
import { and, eq, sql } from 'drizzle-orm';
import type { Action, Outcome } from '../../platform/action.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import type { DomainEvent } from '../../platform/events.ts';
import { authorize, invalid, Refusal } from '../../platform/refusal.ts';
import { users } from '../accounts/accounts.schema.ts';
import { writeAudit } from '../audit/index.ts';
import { type Cause, recordChatTriggers } from '../automations/index.ts';
import { readDueMoment } from '../messages/index.ts';
import { notify, settle } from '../notifications/index.ts';
import { findMembership, findWorkspace } from '../workspaces/index.ts';
import { conversationChanged } from './inbox.events.ts';
import { actRefusal } from './inbox.policy.ts';
import type { ConversationRow } from './inbox.present.ts';
import { readChanged } from './inbox.queries.ts';
import { conversationEvents, conversations, type EventDetails, inboxTeams } from './inbox.schema.ts';
import { lockConversation } from './lock-conversation.ts';
import { requestRating } from './ratings.ts';
import { type ConversationAct, statusAfter } from './transitions.ts';

type Row = typeof conversations.$inferSelect;
export interface Change {
  id: string;
  version: number;
}

interface StepResult {
  /** Besides the status, which follows from the act. */
  set?: Partial<
    Pick<
      Row,
      | 'assigneeId'
      | 'teamId'
      | 'priority'
      | 'labels'
      | 'snoozedUntil'
      | 'wakesOnReply'
      | 'rating'
      | 'ratingAskedAt'
      | 'ratingMessageId'
    >
  >;
  event: { kind: (typeof conversationEvents.$inferInsert)['kind']; details?: EventDetails };
  events?: DomainEvent[];
}

interface StepInput<Input> {
  actor: Actor;
  row: Row;
  input: Input;
  now: Date;
}

/** A change of a conversation, as part of a transaction. */
export interface Step<Input> {
  act: ConversationAct;
  work: (tx: Db, stepInput: StepInput<Input>) => Promise<StepResult> | StepResult;
}

/**
 * Applies one step to a locked conversation: its update and its event row.
 * @returns the row afterwards
 */
export async function applyStep<Input>(
  tx: Db,
  { act, work }: Step<Input>,
  stepInput: StepInput<Input>,
): Promise<{ row: Row; details: EventDetails | undefined; events: DomainEvent[] }> {
  const { row, actor } = stepInput;
  const { set = {}, event, events = [] } = await work(tx, stepInput);
  const status = statusAfter(act, row.status) ?? row.status;
  const changed = {
    snoozedUntil: status === 'snoozed' ? row.snoozedUntil : null,
    ...set,
    status,
    version: row.version + 1,
  };
  await tx.update(conversations).set(changed).where(eq(conversations.id, row.id));
  if (set.assigneeId !== undefined || set.teamId !== undefined) await shareMerged(tx, row.id);
  await tx.insert(conversationEvents).values({
    workspaceId: row.workspaceId,
    conversationId: row.id,
    actorId: actor.userId,
    actorName: actor.fullName,
    teamId: row.teamId,
    since: act === 'resolve' ? await findOpening(tx, row.id) : null,
    ...event,
  });
  const triggered = await recordWork(tx, row, act, set);
  return { row: { ...row, ...changed }, details: event.details, events: [...events, ...triggered] };
}

/** When the current work on a conversation began; null if that was before events were recorded. */
async function findOpening(tx: Db, id: string): Promise<Date | null> {
  const { rows } = await tx.execute<{ at: Date | string | null }>(sql`
    select min(created_at) as at from conversation_events where conversation_id = ${id} and kind in ('opened', 'reopened', 'pending')
      and created_at > coalesce((select max(created_at) from conversation_events where conversation_id = ${id} and kind = 'resolved'), '-infinity')`);
  const at = rows[0]?.at;
  return at ? new Date(at) : null;
}

/** One change of a conversation in a transaction: a conditional update, an event row and an audit entry. */
const change =
  <Input extends Change>(step: Step<Omit<Input, keyof Change>>): Action<Input, ConversationRow> =>
  ({ db, clock }, actor, input) =>
    db.transaction(async (tx): Promise<Outcome<ConversationRow>> => {
      const locked = await lockConversation(tx, actor, input.id);
      authorize(actRefusal(actor, step.act, locked, input.version));
      const { row, details, events } = await applyStep(tx, step, { actor, row: locked, input, now: clock.now() });
      await writeAudit(tx, actor, {
        action: `conversation.${step.act}`,
        subject: row.id,
        details: auditDetails(details),
      });
      return {
        // Even if the actor can no longer see it.
        result: await readChanged(tx, actor, row.id),
        events: [conversationChanged(actor.workspaceId, row), ...events],
      };
    });

/** Chats merged with this one keep the same people, so that they can see them. */
export const shareMerged = (tx: Db, id: string) =>
  tx.execute(sql`update conversations c set assignee_id = head.assignee_id, team_id = head.team_id
    from conversations head where head.id = ${id} and c.merged_into = head.id`);

/** Triggers the automations that wait for it. */
export async function recordWork(
  tx: Db,
  { workspaceId, engineId, chat, assigneeId, labels }: Row,
  act: ConversationAct,
  set: NonNullable<StepResult['set']>,
  cause?: Cause,
): Promise<DomainEvent[]> {
  const about = { workspaceId, chat: { engineId, chat, text: '', message: null } };
  const added = (set.labels ?? []).filter((label) => !labels.includes(label));
  if (added.length > 0) return recordChatTriggers(tx, [{ ...about, kind: 'labelSet', labels: added }], cause);
  const isAssigned = act === 'assign' && set.assigneeId && set.assigneeId !== assigneeId;
  if (!isAssigned && act !== 'resolve') return [];
  const kind = isAssigned ? 'conversationAssigned' : 'conversationResolved';
  return recordChatTriggers(tx, [{ ...about, kind }], cause);
}

/** Facts without message texts. */
const auditDetails = ({ name, until }: EventDetails = {}): Record<string, string> => ({
  ...(name ? { name } : {}),
  ...(until ? { until } : {}),
});

/** Per conversation and notified person, so that several people can be notified. */
export const noticeSubject = (conversationId: string, userId: string): string => `${conversationId} ${userId}`;

/** A conversation's name in notifications. */
export async function nameOf(tx: Db, actor: Actor, id: string): Promise<string> {
  const { name, chat } = await readChanged(tx, actor, id);
  return name ?? chat;
}

const settleAssigned = (tx: Db, { id, workspaceId, assigneeId }: Row): Promise<DomainEvent[]> =>
  assigneeId === null
    ? Promise.resolve([])
    : settle(tx, { workspaceId, kind: 'conversation-assigned', subject: noticeSubject(id, assigneeId) });

const assign: Step<{ userId: string | null }> = {
  act: 'assign',
  async work(tx, { actor, row, input: { userId } }) {
    const events = userId === row.assigneeId ? [] : await settleAssigned(tx, row);
    if (userId === null) return { set: { assigneeId: null }, event: { kind: 'unassigned' }, events };
    if (!(await findMembership(tx, userId, { workspaceId: actor.workspaceId }))) {
      throw invalid([faultAt('userId', 'choice')]);
    }
    const [person] = await tx.select({ name: users.name }).from(users).where(eq(users.id, userId));
    if (userId !== actor.userId && userId !== row.assigneeId) {
      const data = { id: row.id, name: await nameOf(tx, actor, row.id) };
      const subject = noticeSubject(row.id, userId);
      const { workspaceId } = actor;
      events.push(...(await notify(tx, { workspaceId, userId, kind: 'conversation-assigned', subject, data })));
    }
    return {
      set: { assigneeId: userId },
      event: { kind: 'assigned', details: { name: person?.name ?? '' } },
      events,
    };
  },
};

const moveToTeam: Step<{ teamId: string | null }> = {
  act: 'assignTeam',
  async work(tx, { actor, input: { teamId } }) {
    if (teamId === null) return { set: { teamId }, event: { kind: 'team-unassigned' } };
    const isTeam = and(eq(inboxTeams.id, teamId), eq(inboxTeams.workspaceId, actor.workspaceId));
    const [team] = await tx.select({ name: inboxTeams.name }).from(inboxTeams).where(isTeam);
    if (!team) throw invalid([faultAt('teamId', 'choice')]);
    return { set: { teamId }, event: { kind: 'team-assigned', details: { name: team.name } } };
  },
};

const prioritize: Step<{ priority: Priority }> = {
  act: 'prioritize',
  work: (_tx, { input: { priority } }) => ({
    set: { priority },
    event: { kind: 'prioritized', details: { name: priority } },
  }),
};

const snooze: Step<{ until: string; zone?: string | undefined; wakesOnReply: boolean }> = {
  act: 'snooze',
  async work(tx, { actor, input: { until, zone, wakesOnReply }, now }) {
    const workspace = await findWorkspace(tx, actor.workspaceId);
    if (!workspace) throw new Refusal('NOT_FOUND');
    const moment = readDueMoment({ dueDate: until, zone: zone ?? workspace.zone, past: 'refuse' }, now.getTime());
    if ('field' in moment) throw invalid([{ ...moment, field: 'until' }]);
    return {
      set: { snoozedUntil: moment.dueAt, wakesOnReply },
      event: { kind: 'snoozed', details: { until: moment.dueAt.toISOString() } },
    };
  },
};

const resolve: Step<object> = {
  act: 'resolve',
  async work(tx, { actor, row, now }) {
    const { set, events } = await requestRating(tx, actor, row, now);
    return { set, event: { kind: 'resolved' }, events: [...(await settleAssigned(tx, row)), ...events] };
  },
};

const reopen: Step<object> = { act: 'reopen', work: () => ({ event: { kind: 'reopened' } }) };

const label: Step<{ labels: string[] }> = {
  act: 'label',
  work(_tx, { input }) {
    const labels = [...new Set(input.labels)];
    return { set: { labels }, event: { kind: 'labelled', details: { labels } } };
  },
};

/** The steps that macros consist of. */
export const steps = { assign, moveToTeam, prioritize, snooze, resolve, reopen, label };

/**
 * Assigns a conversation to a member, or unassigns it. @throws Refusal `INVALID` if they are not a member; `TOO_LATE`
 */
export const assignConversation = change<Change & { userId: string | null }>(assign);

/** Assigns a conversation to a team, or to none. @throws Refusal `INVALID` if there is no such team; `TOO_LATE` */
export const assignTeam = change<Change & { teamId: string | null }>(moveToTeam);

/** @throws Refusal `TOO_LATE` */
export const prioritizeConversation = change<Change & { priority: Priority }>(prioritize);

/**
 * Snoozes a conversation until a time with a zone or an offset.
 * @throws Refusal `INVALID` if it is past or invalid; `TOO_LATE`
 */
export const snoozeConversation = change<Change & { until: string; zone?: string | undefined; wakesOnReply: boolean }>(
  snooze,
);

/** Opens a snoozed conversation now. @throws Refusal `TOO_LATE` */
export const wakeConversation = change({ act: 'wake', work: () => ({ event: { kind: 'woken' } }) });

/** @throws Refusal `TOO_LATE` */
export const resolveConversation = change(resolve);

/** @throws Refusal `TOO_LATE` */
export const reopenConversation = change(reopen);

/** Sets the labels of a conversation, without duplicates. @throws Refusal `TOO_LATE` */
export const labelConversation = change<Change & { labels: string[] }>(label);
