import type { FieldFault } from '@switchyard/contracts/errors';
import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { isPhoneCountry } from '../../platform/phone-number.ts';
import { workspaces } from './workspaces.schema.ts';

export interface WorkspaceChanges {
  name?: string | undefined;
  zone?: string | undefined;
  /** ISO 3166, any case. */
  country?: string | undefined;
}

/** Changes what is given and leaves the rest. @returns the faults; when there are any, nothing was changed. */
export async function updateWorkspace(db: Db, workspaceId: string, changes: WorkspaceChanges): Promise<FieldFault[]> {
  const country = changes.country?.toUpperCase();
  if (country !== undefined && !isPhoneCountry(country)) {
    return [{ field: 'country', message: 'a country code of two letters, such as GB' }];
  }
  await db
    .update(workspaces)
    .set({ name: changes.name, zone: changes.zone, country, updatedAt: sql`now()` })
    .where(eq(workspaces.id, workspaceId));
  return [];
}
