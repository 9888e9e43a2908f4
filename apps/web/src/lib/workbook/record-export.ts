import type { ExportKind } from '@switchyard/contracts/workspaces/operations';
import { api } from '../api/client.ts';
import { supportedUser } from '../api/request-headers.ts';

/**
 * Has the server write down that this is taken out as a file, before it is saved; in support mode each look is written
 * down already.
 */
export async function recordExport(what: ExportKind, rows: number): Promise<void> {
  if (supportedUser() === null) await api.workspaces.noteExport({ what, rows });
}
