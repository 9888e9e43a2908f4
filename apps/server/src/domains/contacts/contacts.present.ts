import type { Contact } from '@switchyard/contracts/contacts';
import type { ContactRow } from './contacts.queries.ts';

/** A contact by the specification's field names. */
export const presentContact = (row: ContactRow): Contact => ({
  _id: row.id,
  name: row.name,
  firstName: row.firstName,
  lastName: row.lastName,
  mobile: row.mobile,
  zone: row.zone,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});
