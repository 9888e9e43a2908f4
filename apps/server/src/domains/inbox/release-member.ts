import { sql } from 'drizzle-orm';
import { memberLeft } from '../workspaces/index.ts';
import { conversationChanged } from './inbox.events.ts';

/** Unassigns the conversations of a leaving member, so that the team sees them; their notes stay under their name. */
export const releaseMember = memberLeft.hook('inbox', async (tx, { workspaceId, userId }) => {
  const { rows } = await tx.execute<{ id: string; version: number }>(sql`
    with released as (
      update conversations set assignee_id = null, version = version + 1 where workspace_id = ${workspaceId} and assignee_id = ${userId}
      returning id, version
    ), noted as (
      insert into conversation_events (id, workspace_id, conversation_id, kind) select gen_random_uuid(), ${workspaceId}, id, 'unassigned' from released
    ), left_teams as (
      delete from inbox_team_members tm using inbox_teams t where t.id = tm.team_id and t.workspace_id = ${workspaceId} and tm.user_id = ${userId}
    ), unset as (
      delete from inbox_people where workspace_id = ${workspaceId} and user_id = ${userId}
    ), dropped_views as (
      delete from inbox_views where workspace_id = ${workspaceId} and owner_id = ${userId}
    ), dropped_macros as (
      delete from inbox_macros where workspace_id = ${workspaceId} and owner_id = ${userId} and not is_shared
    ), dropped as (
      delete from quick_replies where workspace_id = ${workspaceId} and owner_id = ${userId} and not is_shared
    )
    select id, version from released`);
  return rows.map((row) => conversationChanged(workspaceId, row));
});
