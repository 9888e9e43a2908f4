import type { InboxSettings } from '@switchyard/contracts/inbox/operations';
import type { UnassignedReason } from '@switchyard/contracts/inbox/views';
import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { isOpenAt } from './business-time.ts';
import type { conversations } from './inbox.schema.ts';
import { readSettings } from './inbox-settings.ts';
import { IS_HERE } from './teams.ts';

/** A person who may be assigned a conversation. */
export interface Candidate {
  userId: string;
  name: string;
  isHere: boolean;
  /** Open conversations assigned to them. */
  load: number;
  capacity: number;
  teamIds: string[];
}

type WaitingConversation = Pick<typeof conversations.$inferSelect, 'status' | 'assigneeId' | 'waitingSince' | 'teamId'>;

/**
 * Chooses the assignee: of the people present with capacity, in its team if it has one, the one with the fewest
 * conversations; on a tie the first by id. Otherwise returns why there is none.
 */
export function chooseAssignee(
  waiting: WaitingConversation,
  { assignsItself, hours }: Pick<InboxSettings, 'assignsItself' | 'hours'>,
  people: readonly Candidate[],
  nowMs: number,
): Candidate | Exclude<UnassignedReason, 'soon'> {
  if (!assignsItself) return 'off';
  if (waiting.status !== 'open') return 'notOpen';
  if (waiting.waitingSince === null) return 'notWaiting';
  if (!isOpenAt(nowMs, hours)) return 'closed';
  const { teamId } = waiting;
  const eligible = teamId === null ? people : people.filter(({ teamIds }) => teamIds.includes(teamId));
  if (eligible.length === 0) return 'noTeam';
  const present = eligible.filter(({ isHere }) => isHere);
  if (present.length === 0) return 'nobodyHere';
  const [first] = present
    .filter(({ load, capacity }) => load < capacity)
    .sort((a, b) => a.load - b.load || (a.userId < b.userId ? -1 : 1));
  return first ?? 'allFull';
}

/** Everybody in a workspace who may be assigned conversations. */
export async function readCandidates(db: Db, workspaceId: string, capacity: number): Promise<Candidate[]> {
  const { rows } = await db.execute<Candidate & Record<string, unknown>>(sql`
    select m.user_id as "userId", u.name, ${IS_HERE} as "isHere", coalesce(p.capacity, ${capacity}::int) as capacity,
      (select count(*)::int from conversations c where c.assignee_id = m.user_id and c.status = 'open' and c.workspace_id = m.organization_id) as load,
      array(select tm.team_id::text from inbox_team_members tm where tm.user_id = m.user_id) as "teamIds"
    from workspace_members m join users u on u.id = m.user_id
    left join inbox_people p on p.workspace_id = m.organization_id and p.user_id = m.user_id
    where m.organization_id = ${workspaceId}`);
  return rows;
}

/** Why a conversation is still unassigned. */
export async function unassignedReason(
  db: Db,
  conversation: WaitingConversation & { workspaceId: string },
  now: Date,
): Promise<UnassignedReason> {
  const settings = await readSettings(db, conversation.workspaceId);
  const people = await readCandidates(db, conversation.workspaceId, settings.capacity);
  const chosen = chooseAssignee(conversation, settings, people, now.getTime());
  return typeof chosen === 'string' ? chosen : 'soon';
}
