import { STEP_RETENTION_DAYS } from '@switchyard/contracts/bots/bot-events';
import { desc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { botDeployments, botNodeEvents, botVersions } from '../bots.schema.ts';
import { FIGURES } from './counts.ts';
import { GONE_EVENTS } from './fold.ts';

interface Page {
  limit: number;
  skip: number;
}

/** Every deployment of the platform, newest first. */
export async function listAllDeployments(db: Db, { limit, skip }: Page) {
  const rows = await db
    .select({ deployment: botDeployments, versionNumber: botVersions.number })
    .from(botDeployments)
    .innerJoin(botVersions, eq(botVersions.id, botDeployments.versionId))
    .orderBy(desc(botDeployments.id))
    .limit(limit)
    .offset(skip);
  const data = rows.map(({ deployment, versionNumber }) => ({
    _id: deployment.id,
    botId: deployment.botId,
    workspaceId: deployment.workspaceId,
    versionNumber,
    isActive: deployment.endedAt === null,
    createdAt: deployment.createdAt.toISOString(),
    endedAt: deployment.endedAt?.toISOString() ?? null,
  }));
  return { data, total: await db.$count(botDeployments) };
}

/** Every event of every bot except tests, newest first; the total is the stored figure of the retained days. */
export async function listAllEvents(db: Db, { limit, skip }: Page) {
  const isTest = sql`exists (select from bot_sessions session where session.id = ${botNodeEvents.sessionId} and session.test_flow is not null)`;
  const rows = await db
    .select()
    .from(botNodeEvents)
    .where(sql`not ${isTest}`)
    .orderBy(desc(botNodeEvents.id))
    .limit(limit)
    .offset(skip);
  const { rows: counted } = await db.execute<{ count: number }>(sql`
    select coalesce(sum(count), 0)::float8 as count from ${FIGURES} figures where (name like 'event:%' or name like 'process:%' or name = ${GONE_EVENTS}) and day >= (now() at time zone 'UTC')::date - ${STEP_RETENTION_DAYS}::int`);
  return { rows, total: counted[0]?.count ?? 0 };
}
