import type { OverdueQuestion } from '@switchyard/contracts/messages/waits';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { engines } from '../../engines/engines.schema.ts';
import { OVERDUE_HOLD } from '../holds/persistent-holds.ts';
import { messages } from '../messages.schema.ts';
import { messagesSeenBy, type Reader } from '../sight.ts';

/** A question's subject: the messages of a campaign, or the other messages of a lane. */
export type OverdueGroup = Pick<OverdueQuestion, 'campaign' | 'engineId'>;

// Literals instead of parameters, so that the planner can use the partial index of overdue rows.
const IS_OVERDUE = sql.raw(`messages.status = 'pending' and messages.hold_rule = '${OVERDUE_HOLD}'`);
const CAMPAIGN = sql<
  string | null
>`case when ${messages.origin} = 'campaign' then coalesce(${messages.campaignId}, '') end`;
const LANE = sql<string | null>`case when ${messages.origin} <> 'campaign' then ${messages.engineId} end`;

const ofWorkspace = (workspaceId: string) =>
  and(eq(messages.workspaceId, workspaceId), IS_OVERDUE, isNull(messages.goneEngine));

/** The overdue messages of a group. */
export const overdueIn = (workspaceId: string, { campaign, engineId }: OverdueGroup): SQL | undefined =>
  and(ofWorkspace(workspaceId), campaign === null ? sql`${LANE} = ${engineId}` : sql`${CAMPAIGN} = ${campaign}`);

/** Counts overdue messages per question, in all workspaces. */
export const OVERDUE_COUNTS = sql`
  select messages.workspace_id, ${CAMPAIGN} as campaign, ${LANE} as engine_id, count(*)::int as count from messages
  where ${IS_OVERDUE} and messages.gone_engine is null group by 1, 2, 3`;

/**
 * Lists a workspace's questions about overdue messages, one page: a question per campaign, and one for the other
 * messages of each lane; the longest overdue first.
 */
export async function readOverdueQuestions(
  db: Db,
  reader: Reader,
  { limit, skip }: { limit: number; skip: number },
): Promise<{ data: OverdueQuestion[]; total: number }> {
  const groups = db
    .select({
      campaign: CAMPAIGN.as('campaign'),
      engineId: LANE.as('lane'),
      count: sql<number>`count(*)::int`.as('count'),
      earliest: sql<Date>`min(${messages.dueAt})`.mapWith(messages.dueAt).as('earliest'),
      latest: sql<Date>`max(${messages.dueAt})`.mapWith(messages.dueAt).as('latest'),
    })
    .from(messages)
    .where(and(ofWorkspace(reader.workspaceId), await messagesSeenBy(db, reader)))
    .groupBy(sql`1`, sql`2`)
    .as('overdue_groups');
  const rows = await db
    .select({
      campaign: groups.campaign,
      engineId: groups.engineId,
      engineName: engines.name,
      count: groups.count,
      earliest: groups.earliest,
      latest: groups.latest,
      total: sql<number>`count(*) over ()::int`,
    })
    .from(groups)
    .leftJoin(engines, sql`${engines.id} = ${groups.engineId}`)
    .orderBy(groups.earliest, groups.campaign, groups.engineId)
    .limit(limit)
    .offset(skip);
  return {
    data: rows.map(({ total: _, earliest, latest, ...question }) => ({
      ...question,
      earliest: earliest.toISOString(),
      latest: latest.toISOString(),
    })),
    total: rows[0]?.total ?? 0,
  };
}
