import type { ExportKind } from '@switchyard/contracts/workspaces/operations';
import type { Action } from '../../platform/action.ts';
import { changeRefusal } from '../../platform/actor.ts';
import { authorize } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';

/**
 * Browsers create export files from what they may read; this records in the workspace's log who exported what, and how
 * much.
 */
export const recordExport: Action<{ what: ExportKind; rows: number }, { what: ExportKind }> = (
  { db },
  actor,
  { what, rows },
) =>
  db.transaction(async (tx) => {
    authorize(changeRefusal(actor));
    await writeAudit(tx, actor, { action: 'workspace.export', details: { what, rows } });
    return { result: { what }, events: [] };
  });
