import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { engines } from '../engines/engines.schema.ts';

/** Drivers of these engines, or of all the workspace's engines if none is named. */
export async function driversOf(db: Db, workspaceId: string, engineIds: string[]): Promise<string[]> {
  const rows = await db
    .selectDistinct({ driver: engines.driver })
    .from(engines)
    .where(
      and(
        eq(engines.workspaceId, workspaceId),
        eq(engines.active, true),
        engineIds.length > 0 ? inArray(engines.id, engineIds) : undefined,
      ),
    );
  return rows.map(({ driver }) => driver);
}
