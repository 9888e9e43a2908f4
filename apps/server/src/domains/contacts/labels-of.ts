import { asc, eq, inArray } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { foldedText } from '../../platform/database/text-search.ts';
import { contactLabels, labels } from './contacts.schema.ts';

export interface LabelOfContact {
  contactId: string;
  labelId: string;
  name: string;
}

/** Labels of these contacts, by contact. */
export async function labelsOf(db: Db, contactIds: string[]): Promise<Map<string, LabelOfContact[]>> {
  if (contactIds.length === 0) return new Map();
  const rows = await db
    .select({ contactId: contactLabels.contactId, labelId: labels.id, name: labels.name })
    .from(contactLabels)
    .innerJoin(labels, eq(labels.id, contactLabels.collectionId))
    .where(inArray(contactLabels.contactId, contactIds))
    .orderBy(asc(foldedText(labels.name)));
  return Map.groupBy(rows, (row) => row.contactId);
}
