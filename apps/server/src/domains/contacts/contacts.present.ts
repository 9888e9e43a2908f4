import { type Contact, contact } from '@switchyard/contracts/contacts/operations';
import type { Actor } from '../../platform/actor.ts';
import { redactTexts } from '../../platform/hidden-text.ts';
import { presenter } from '../../platform/presenter.ts';
import type { ContactRow } from './contacts.queries.ts';
import type { LabelOfContact } from './labels-of.ts';

const MOMENT = new Set(['at']);

const same = presenter(contact);
/** A contact with the specification's field names. */
export const presentContact = (
  actor: Pick<Actor, 'onBehalfOf'>,
  row: ContactRow,
  labels: readonly LabelOfContact[] = [],
): Contact => ({
  ...same(row),
  whatsapp:
    row.onWhatsapp !== null && row.whatsappAskedAt
      ? { exists: row.onWhatsapp, askedAt: row.whatsappAskedAt.toISOString(), engineId: row.whatsappAskedBy }
      : null,
  fields: redactTexts(actor, row.fields),
  labels: labels.map(({ labelId, name }) => ({ _id: labelId, name })),
  consent:
    row.consentAt &&
    redactTexts(actor, { at: row.consentAt.toISOString(), source: row.consentSource, text: row.consentText }, MOMENT),
});
