import type { ExportKind } from '@switchyard/contracts/workspaces/operations';
import { api } from '../api/client.ts';
import { supportedUser } from '../api/request-headers.ts';

/**
 * Records an export in the audit log before the file is saved; in support mode the support session is already on
 * record.
 */
export async function recordExport(what: ExportKind, rows: number): Promise<void> {
  if (supportedUser() === null) await api.workspaces.noteExport({ what, rows });
}
