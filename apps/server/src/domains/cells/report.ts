import { asc, gt } from 'drizzle-orm';
import * as z from 'zod';
import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Stoppable } from '../../platform/domain.ts';
import { runRepeatedly } from '../../platform/jobs/run-repeatedly.ts';
import type { Platform } from '../../platform/platform.ts';
import { workspaces } from '../workspaces/workspaces.schema.ts';

export const MAX_WORKSPACES_PER_REPORT = 1_000;
const POLL_INTERVAL_MS = 60_000;
/** A full report also removes deleted workspaces from the directory, and adds any that a poll missed. */
const FULL_REPORT_INTERVAL_MS = 60 * 60_000;
const ANSWER_TIMEOUT_MS = 10_000;

/**
 * All workspaces of a cell whose ids are greater than `after`, up to and including `through` (null: without a bound on
 * that side). Ids in that range that are not listed are no longer in the cell.
 */
export const cellReport = z.strictObject({
  /** Address of the cell. */
  url: z.url({ protocol: /^https?$/ }),
  after: z.uuid().nullable(),
  through: z.uuid().nullable(),
  workspaceIds: z.array(z.uuid()).max(MAX_WORKSPACES_PER_REPORT),
});

export type CellReport = z.infer<typeof cellReport>;

type CellConfig = Pick<Config, 'cell' | 'publicUrl'>;

/**
 * Sends a report to the directory.
 * @throws Error if the directory does not answer within 10 s or refuses the report
 */
async function sendReport({ cell, publicUrl }: CellConfig, report: Omit<CellReport, 'url'>): Promise<void> {
  const answer = await fetch(`${cell?.directoryUrl}/cells/${cell?.name}/workspaces`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${cell?.secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...report, url: publicUrl } satisfies CellReport),
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
  });
  if (!answer.ok) throw new Error(`the directory of cells answered ${answer.status}`);
}

const LAST_ID = 'ffffffff-ffff-4fff-bfff-ffffffffffff';

/** Sends a report of no workspaces, which changes nothing. @throws Error as {@link sendReport} */
export const checkDirectory = (config: CellConfig): Promise<void> =>
  sendReport(config, { after: LAST_ID, through: LAST_ID, workspaceIds: [] });

/**
 * Reports all workspaces with ids greater than `after`, page by page.
 * @returns the greatest id reported, or `after`
 */
export async function reportWorkspaces(db: Db, config: CellConfig, after: string | null): Promise<string | null> {
  for (let last = after; ; ) {
    const rows = await db
      .select({ id: workspaces.id })
      .from(workspaces)
      .where(last === null ? undefined : gt(workspaces.id, last))
      .orderBy(asc(workspaces.id))
      .limit(MAX_WORKSPACES_PER_REPORT);
    const isLastPage = rows.length < MAX_WORKSPACES_PER_REPORT;
    const greatest = rows.at(-1)?.id ?? last;
    // A poll that finds nothing new sends nothing.
    if (rows.length > 0 || after === null) {
      const workspaceIds = rows.map(({ id }) => id);
      await sendReport(config, { after: last, through: isLastPage ? null : greatest, workspaceIds });
    }
    if (isLastPage) return greatest;
    last = greatest;
  }
}

/** Keeps the directory informed until stopped. Several workers may do so at once: reports are idempotent. */
export function startReporting({ config, database, log }: Platform): Stoppable {
  let reportedThrough: string | null = null;
  let fullReportAtMs = Number.NEGATIVE_INFINITY;
  return runRepeatedly(async () => {
    try {
      const isFull = performance.now() - fullReportAtMs > FULL_REPORT_INTERVAL_MS;
      reportedThrough = await reportWorkspaces(database.db, config, isFull ? null : reportedThrough);
      if (isFull) fullReportAtMs = performance.now();
    } catch (error) {
      log.warn({ err: error }, 'workspaces could not be reported to the directory of cells');
    }
    return POLL_INTERVAL_MS;
  });
}
