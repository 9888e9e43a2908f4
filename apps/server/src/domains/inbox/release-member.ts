import { sql } from 'drizzle-orm';
import { memberLeft } from '../workspaces/index.ts';
import { conversationChanged } from './inbox.events.ts';

/**
 * Conversations of somebody who leaves the workspace are nobody's again, so that the team sees them; notes stay under
 * their name.
 */
export const releaseMember = memberLeft.hook('inbox', async (tx, { workspaceId, userId }) => {
  const { rows } = await tx.execute<{ id: string; version: number }>(sql`
    with released as (
      update conversations set assignee_id = null, version = version + 1 where workspace_id = ${workspaceId} and assignee_id = ${userId}
      returning id, version
    ), noted as (
      insert into conversation_events (id, conversation_id, kind) select gen_random_uuid(), id, 'unassigned' from released
    ), dropped as (
      delete from quick_replies where workspace_id = ${workspaceId} and owner_id = ${userId} and not is_shared
    )
    select id, version from released`);
  return rows.map((row) => conversationChanged(workspaceId, row));
});
