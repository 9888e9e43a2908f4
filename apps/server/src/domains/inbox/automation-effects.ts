import { faultAt } from '@switchyard/contracts/text/faults';
import { and, desc, eq, gt, isNotNull, lte, ne, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import type { DomainEvent } from '../../platform/events.ts';
import { invalid } from '../../platform/refusal.ts';
import { users } from '../accounts/accounts.schema.ts';
import type { Effect, InboxEffects } from '../automations/index.ts';
import { findChatName } from '../chats/index.ts';
import { notify, settle } from '../notifications/index.ts';
import { findMembership } from '../workspaces/index.ts';
import { noticeSubject, recordWork } from './change-conversation.ts';
import { conversationChanged } from './inbox.events.ts';
import { conversationEvents, conversations, inboxTeams } from './inbox.schema.ts';

type Row = typeof conversations.$inferSelect;

/** Maximum waits examined at once. */
const MAX_WAITING = 1_000;
const MAX_LABELS = 20;

const place = { id: conversations.id, engineId: conversations.engineId, chat: conversations.chat };

async function lock(tx: Db, workspaceId: string, id: string): Promise<Row | null> {
  const [row] = await tx
    .select()
    .from(conversations)
    .where(and(eq(conversations.id, id), eq(conversations.workspaceId, workspaceId)))
    .for('update');
  return row ?? null;
}

const findTeamName = async (tx: Db, workspaceId: string, id: string): Promise<string | null> => {
  const isTeam = and(eq(inboxTeams.id, id), eq(inboxTeams.workspaceId, workspaceId));
  const [team] = await tx.select({ name: inboxTeams.name }).from(inboxTeams).where(isTeam);
  return team?.name ?? null;
};

const outcomeOf = (outcome: 'nothing' | 'done', reason: 'same' | 'gone' | 'nobody' | null, text: string): Effect => ({
  result: { outcome, reason, itemId: null, text },
  events: [],
});

/** What automations do to conversations. They notify and trigger like a person's changes. */
export const inboxAutomationEffects: InboxEffects = {
  async check(tx, workspaceId, { steps }) {
    for (const [at, step] of steps.entries()) {
      if (step.kind !== 'assign') continue;
      const { userId, teamId } = step;
      if (userId === null && teamId === null) throw invalid([faultAt(`steps.${at}.userId`, 'missing')]);
      if (userId !== null && !(await findMembership(tx, userId, { workspaceId }))) {
        throw invalid([faultAt(`steps.${at}.userId`, 'choice')]);
      }
      if (teamId !== null && (await findTeamName(tx, workspaceId, teamId)) === null) {
        throw invalid([faultAt(`steps.${at}.teamId`, 'choice')]);
      }
    }
  },

  async find(tx, workspaceId, chat, engineId) {
    const [row] = await tx
      .select(place)
      .from(conversations)
      .where(
        and(
          eq(conversations.workspaceId, workspaceId),
          eq(conversations.chat, chat),
          engineId ? eq(conversations.engineId, engineId) : undefined,
        ),
      )
      .orderBy(desc(conversations.lastAt))
      .limit(1);
    return row ?? null;
  },

  async latest(tx, workspaceId) {
    const [row] = await tx
      .select(place)
      .from(conversations)
      .where(eq(conversations.workspaceId, workspaceId))
      .orderBy(desc(conversations.lastAt))
      .limit(1);
    return row ?? null;
  },

  async waiting(tx, workspaceId, from, to) {
    const rows = await tx
      .select({ ...place, since: conversations.waitingSince })
      .from(conversations)
      .where(
        and(
          eq(conversations.workspaceId, workspaceId),
          ne(conversations.status, 'resolved'),
          isNotNull(conversations.waitingSince),
          gt(conversations.waitingSince, from),
          lte(conversations.waitingSince, to),
        ),
      )
      .limit(MAX_WAITING);
    const found = [];
    for (const { since, ...row } of rows) {
      if (since) found.push({ ...row, since, name: (await findChatName(tx, { workspaceId, ...row })) ?? row.chat });
    }
    return found;
  },

  async assign(tx, { workspaceId, cause }, { id, userId, teamId }) {
    const row = await lock(tx, workspaceId, id);
    if (!row) return outcomeOf('nothing', 'gone', '');
    const team = teamId === null ? null : await findTeamName(tx, workspaceId, teamId);
    const isMember = userId !== null && (await findMembership(tx, userId, { workspaceId })) !== null;
    const [person] = isMember ? await tx.select({ name: users.name }).from(users).where(eq(users.id, userId)) : [];
    const set = { ...(team !== null && { teamId }), ...(person && { assigneeId: userId }) };
    const text = [person?.name, team].filter(Boolean).join(', ');
    if (text === '') return outcomeOf('nothing', 'nobody', '');
    const isSame = (set.teamId ?? row.teamId) === row.teamId && (set.assigneeId ?? row.assigneeId) === row.assigneeId;
    if (isSame) return outcomeOf('nothing', 'same', text);
    const events = await write(tx, row, set);
    if (team !== null && teamId !== row.teamId) {
      const details = { name: team };
      await tx.insert(conversationEvents).values({ workspaceId, conversationId: id, kind: 'team-assigned', details });
    }
    if (person && userId && userId !== row.assigneeId) {
      const details = { name: person.name };
      await tx.insert(conversationEvents).values({ workspaceId, conversationId: id, kind: 'assigned', details });
      events.push(...(await notifyAssigned(tx, row, userId)), ...(await recordWork(tx, row, 'assign', set, cause)));
    }
    return { ...outcomeOf('done', null, text), events };
  },

  async label(tx, { workspaceId, cause }, { id, label, isOn }) {
    const row = await lock(tx, workspaceId, id);
    if (!row) return outcomeOf('nothing', 'gone', label);
    const others = row.labels.filter((present) => present.toLowerCase() !== label.toLowerCase());
    const isThere = others.length < row.labels.length;
    if (isThere === isOn || (isOn && others.length >= MAX_LABELS)) return outcomeOf('nothing', 'same', label);
    const labels = isOn ? [...others, label] : others;
    const events = await write(tx, row, { labels });
    await tx
      .insert(conversationEvents)
      .values({ workspaceId, conversationId: id, kind: 'labelled', details: { labels } });
    events.push(...(await recordWork(tx, row, 'label', { labels }, cause)));
    return { ...outcomeOf('done', null, label), events };
  },
};

async function write(
  tx: Db,
  { id, workspaceId }: Row,
  set: Partial<Pick<Row, 'assigneeId' | 'teamId' | 'labels'>>,
): Promise<DomainEvent[]> {
  const [changed] = await tx
    .update(conversations)
    .set({ ...set, version: sql`${conversations.version} + 1` })
    .where(eq(conversations.id, id))
    .returning({ id: conversations.id, version: conversations.version });
  return changed ? [conversationChanged(workspaceId, changed)] : [];
}

/** Notifies the new assignee and settles the previous one's notification. */
async function notifyAssigned(tx: Db, row: Row, userId: string): Promise<DomainEvent[]> {
  const { id, workspaceId, assigneeId, engineId, chat } = row;
  const kind = 'conversation-assigned';
  const settled =
    assigneeId === null ? [] : await settle(tx, { workspaceId, kind, subject: noticeSubject(id, assigneeId) });
  const data = { id, name: (await findChatName(tx, { workspaceId, engineId, chat })) ?? chat };
  return [...settled, ...(await notify(tx, { workspaceId, userId, kind, subject: noticeSubject(id, userId), data }))];
}
