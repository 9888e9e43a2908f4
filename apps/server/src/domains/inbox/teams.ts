import type { InboxPerson, Team } from '@switchyard/contracts/inbox/operations';
import type { Visibility } from '@switchyard/contracts/inbox/views';
import { faultAt } from '@switchyard/contracts/text/faults';
import { and, eq, sql } from 'drizzle-orm';
import type { Action } from '../../platform/action.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { authorize, invalid, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { findMembership } from '../workspaces/index.ts';
import { inboxRulesChanged } from './inbox.events.ts';
import { manageRefusal } from './inbox.policy.ts';
import { inboxPeople, inboxTeamMembers, inboxTeams } from './inbox.schema.ts';

interface Page {
  limit: number;
  skip: number;
}
type Fields = { name: string; memberIds: string[] };

const teamsWhere = (condition: ReturnType<typeof sql>) => sql`
  select t.id as _id, t.name, coalesce(json_agg(json_build_object('userId', u.id, 'name', u.name) order by u.name, u.id)
    filter (where u.id is not null), '[]') as members
  from inbox_teams t
  left join inbox_team_members tm on tm.team_id = t.id
  left join users u on u.id = tm.user_id
  where ${condition} group by t.id order by t.name, t.id`;

export async function listTeams(db: Db, workspaceId: string, { limit, skip }: Page) {
  const { rows } = await db.execute<Team & Record<string, unknown>>(
    sql`${teamsWhere(sql`t.workspace_id = ${workspaceId}`)} limit ${limit} offset ${skip}`,
  );
  return { data: rows, total: await db.$count(inboxTeams, eq(inboxTeams.workspaceId, workspaceId)) };
}

/** SQL: whether a person of `inbox_people p` is looking at the inbox; their page reports it every minute. */
export const IS_HERE = sql`coalesce(p.here_at > now() - interval '2 minutes', false)`;

const peopleWhere = (workspaceId: string, condition: ReturnType<typeof sql>) => sql`
  select u.id as "userId", u.name, m.role, coalesce(p.sees, 'all') as sees, p.capacity, ${IS_HERE} as "isHere",
    (select count(*)::int from conversations c where c.workspace_id = m.organization_id and c.assignee_id = u.id and c.status = 'open') as load
  from workspace_members m join users u on u.id = m.user_id
  left join inbox_people p on p.workspace_id = m.organization_id and p.user_id = m.user_id
  where m.organization_id = ${workspaceId} and ${condition} order by u.name, u.id`;

/** People who work in the inbox, by name. */
export async function listPeople(db: Db, workspaceId: string, { limit, skip }: Page) {
  const { rows } = await db.execute<InboxPerson & Record<string, unknown>>(
    sql`${peopleWhere(workspaceId, sql`true`)} limit ${limit} offset ${skip}`,
  );
  const { rows: counted } = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from workspace_members where organization_id = ${workspaceId}`,
  );
  return { data: rows, total: counted[0]?.total ?? 0 };
}

/** Sets the members of a team. @throws Refusal `INVALID` if somebody is not a member of the workspace */
async function setMembers(tx: Db, { workspaceId }: Actor, teamId: string, memberIds: readonly string[]): Promise<void> {
  const people = [...new Set(memberIds)];
  for (const [place, userId] of people.entries()) {
    if (!(await findMembership(tx, userId, { workspaceId }))) throw invalid([faultAt(`memberIds.${place}`, 'choice')]);
  }
  await tx.delete(inboxTeamMembers).where(eq(inboxTeamMembers.teamId, teamId));
  if (people.length > 0) await tx.insert(inboxTeamMembers).values(people.map((userId) => ({ teamId, userId })));
}

async function readTeam(tx: Db, id: string): Promise<Team> {
  const { rows } = await tx.execute<Team & Record<string, unknown>>(teamsWhere(sql`t.id = ${id}`));
  if (!rows[0]) throw new Refusal('NOT_FOUND');
  return rows[0];
}

const ofWorkspace = ({ workspaceId }: Actor, id: string) =>
  and(eq(inboxTeams.id, id), eq(inboxTeams.workspaceId, workspaceId));

/** @throws Refusal `INVALID` */
export const addTeam: Action<Fields, Team> = ({ db }, actor, { name, memberIds }) =>
  db.transaction(async (tx) => {
    authorize(manageRefusal(actor));
    const { workspaceId } = actor;
    const [row] = await tx.insert(inboxTeams).values({ workspaceId, name }).returning({ id: inboxTeams.id });
    if (!row) throw new Error('the team was not stored');
    await setMembers(tx, actor, row.id, memberIds);
    await writeAudit(tx, actor, { action: 'inbox-team.add', subject: row.id, details: { name } });
    return { result: await readTeam(tx, row.id), events: [inboxRulesChanged(workspaceId, null)] };
  });

/** @throws Refusal `NOT_FOUND`, `INVALID` */
export const changeTeam: Action<Fields & { id: string }, Team> = ({ db }, actor, { id, name, memberIds }) =>
  db.transaction(async (tx) => {
    authorize(manageRefusal(actor));
    const rows = await tx.update(inboxTeams).set({ name }).where(ofWorkspace(actor, id)).returning();
    if (rows.length === 0) throw new Refusal('NOT_FOUND');
    await setMembers(tx, actor, id, memberIds);
    await writeAudit(tx, actor, { action: 'inbox-team.change', subject: id, details: { name } });
    return { result: await readTeam(tx, id), events: [inboxRulesChanged(actor.workspaceId, null)] };
  });

/** Removes a team; its conversations have no team then. @throws Refusal `NOT_FOUND` */
export const removeTeam: Action<{ id: string }, Record<string, never>> = ({ db }, actor, { id }) =>
  db.transaction(async (tx) => {
    authorize(manageRefusal(actor));
    const [gone] = await tx.delete(inboxTeams).where(ofWorkspace(actor, id)).returning();
    if (!gone) throw new Refusal('NOT_FOUND');
    await writeAudit(tx, actor, { action: 'inbox-team.remove', subject: id, details: { name: gone.name } });
    return { result: {}, events: [inboxRulesChanged(actor.workspaceId, null)] };
  });

/** Sets which conversations a member sees, and how many they are assigned. @throws Refusal `NOT_FOUND` */
export const changePerson: Action<{ userId: string; sees: Visibility; capacity: number | null }, InboxPerson> = (
  { db },
  actor,
  { userId, sees, capacity },
) =>
  db.transaction(async (tx) => {
    authorize(manageRefusal(actor));
    const { workspaceId } = actor;
    if (!(await findMembership(tx, userId, { workspaceId }))) throw new Refusal('NOT_FOUND');
    await tx
      .insert(inboxPeople)
      .values({ workspaceId, userId, sees, capacity })
      .onConflictDoUpdate({ target: [inboxPeople.workspaceId, inboxPeople.userId], set: { sees, capacity } });
    await writeAudit(tx, actor, { action: 'inbox.sight', subject: userId, details: { sees } });
    const { rows } = await tx.execute<InboxPerson & Record<string, unknown>>(
      peopleWhere(workspaceId, sql`u.id = ${userId}`),
    );
    if (!rows[0]) throw new Refusal('NOT_FOUND');
    return { result: rows[0], events: [inboxRulesChanged(workspaceId, null)] };
  });
