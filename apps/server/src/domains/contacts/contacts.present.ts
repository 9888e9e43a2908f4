import type { Contact } from '@switchyard/contracts/contacts/operations';
import type { Actor } from '../../platform/actor.ts';
import { readableTexts } from '../../platform/hidden-text.ts';
import type { ContactRow } from './contacts.queries.ts';
import type { LabelOfContact } from './labels-of.ts';

const MOMENT = new Set(['at']);

/** A contact by the specification's field names. */
export const presentContact = (
  actor: Pick<Actor, 'onBehalfOf'>,
  row: ContactRow,
  labels: readonly LabelOfContact[] = [],
): Contact => ({
  _id: row.id,
  name: row.name,
  firstName: row.firstName,
  lastName: row.lastName,
  mobile: row.mobile,
  zone: row.zone,
  quietHours: row.quietHours,
  whatsapp:
    row.onWhatsapp !== null && row.whatsappAskedAt
      ? { exists: row.onWhatsapp, askedAt: row.whatsappAskedAt.toISOString(), engineId: row.whatsappAskedBy }
      : null,
  fields: readableTexts(actor, row.fields),
  labels: labels.map(({ labelId, name }) => ({ _id: labelId, name })),
  consent:
    row.consentAt &&
    readableTexts(actor, { at: row.consentAt.toISOString(), source: row.consentSource, text: row.consentText }, MOMENT),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});
