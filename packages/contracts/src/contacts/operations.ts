import { z } from 'zod';
import { e164, entityId, instant, isStorable, lineOfText, listQuery, NOT_STORABLE, page, zoneName } from '../entity.ts';
import { ownQuietHours } from '../messages/quiet-hours.ts';
import { mutation, query, routesUnder } from '../operation.ts';
import { MAX_PAGE_SIZE } from '../page-size.ts';
import { schemaFault } from '../text/faults.ts';
import { importRows } from './import.ts';
import { CONTACT_SORTS } from './sorts.ts';
import { zoneSource } from './zone-source.ts';

/** When, where and to what wording a contact gave consent. */
const consent = z.object({ at: instant, source: z.string(), text: z.string() });

export const contact = z.object({
  _id: entityId,
  name: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  mobile: e164,
  /** The contact's own time zone; null if not set, see `lookUp`. */
  zone: z.string().nullable(),
  quietHours: ownQuietHours,
  /**
   * Whether the number is on WhatsApp, as last checked by an engine (`engineId` null: since deleted); null if it was
   * never checked.
   */
  whatsapp: z.object({ exists: z.boolean(), askedAt: instant, engineId: entityId.nullable() }).nullable(),
  /** Custom fields by key, without blank ones. */
  fields: z.record(z.string(), z.string()),
  labels: z.array(z.object({ _id: entityId, name: z.string() })),
  /** Null if unknown. */
  consent: consent.nullable(),
  createdAt: instant,
  updatedAt: instant,
});
export type Contact = z.infer<typeof contact>;

/** Days until the result of a number check expires and the number is checked again. */
export const NUMBER_CHECK_DAYS = 30;

export const MAX_CONTACT_FIELDS = 32;
export const MAX_FIELD_LENGTH = 1024;

/** A custom field's name, which is also a variable in texts. */
export const contactFieldName = lineOfText(64).regex(/^[\p{L}_][\p{L}\p{M}\p{N}_ .-]*$/u, schemaFault('fieldName'));

export const contactFields = z
  .record(contactFieldName, z.string().max(MAX_FIELD_LENGTH).refine(isStorable, NOT_STORABLE))
  .refine(
    (fields) => Object.keys(fields).length <= MAX_CONTACT_FIELDS,
    schemaFault('mostFields', { maximum: MAX_CONTACT_FIELDS }),
  );

const written = {
  name: lineOfText(256),
  firstName: lineOfText(128).or(z.literal('')),
  lastName: lineOfText(128).or(z.literal('')),
  /** In any common notation; stored as E.164. */
  mobile: z.string().max(32),
  zone: zoneName.nullish(),
  quietHours: ownQuietHours.optional(),
  fields: contactFields,
  consent: z
    .object({ at: instant, source: lineOfText(128), text: z.string().max(1000).refine(isStorable, NOT_STORABLE) })
    .nullable(),
};

const contactFilter = z.object({
  search: z.string().max(200).optional().describe('Contains match on name and mobile, case-insensitive.'),
  labelId: entityId.optional(),
  listId: entityId.optional(),
});
export type ContactFilter = z.infer<typeof contactFilter>;

/**
 * Contacts affected by a bulk change: those named, or all that match. `expected`: the number shown to the person; the
 * change is refused if more match.
 */
const contactSelection = z.union([
  z.object({ ids: z.array(entityId).min(1).max(MAX_PAGE_SIZE) }),
  z.object({ matching: contactFilter, expected: z.number().int().min(0) }),
]);
export type ContactSelection = z.infer<typeof contactSelection>;

const changed = z.object({ changed: z.number().int() });

/** What is known about a number that may be messaged, whether or not it is a contact. */
const knownPerson = z.object({
  /** The number as requested. */
  asked: z.string(),
  zone: z.string(),
  source: zoneSource,
  /** Values of the variables in texts, by name. */
  variables: z.record(z.string(), z.string()),
});
export type KnownPerson = z.infer<typeof knownPerson>;

/** Maximum numbers per look-up. */
export const MAX_LOOKED_UP = 100;

const at = routesUnder('contacts');

export const contactsContract = {
  list: query('contacts')
    .route(at.get('/contacts', 'Contacts'))
    .input(listQuery.extend({ ...contactFilter.shape, sort: z.enum(CONTACT_SORTS).default('name') }))
    .output(page(contact)),
  create: mutation('contacts')
    .route(at.post('/contacts', 'Create a contact', { successStatus: 201 }))
    .input(
      z.object({
        ...written,
        firstName: written.firstName.default(''),
        lastName: written.lastName.default(''),
        fields: contactFields.default({}),
        consent: written.consent.default(null),
      }),
    )
    .output(contact),
  update: mutation('contacts')
    .route(at.patch('/contacts/{id}', 'Update a contact'))
    .input(z.object(written).partial().extend({ id: entityId }))
    .output(contact),
  remove: mutation('contacts')
    .route(at.post('/contacts/remove', 'Delete contacts, but not their messages'))
    .input(z.object({ selection: contactSelection }))
    .output(changed),
  label: mutation('contacts')
    .route(at.post('/contacts/label', 'Add a label to contacts, or remove it'))
    .input(z.object({ selection: contactSelection, label: lineOfText(64), on: z.boolean().default(true) }))
    .output(changed),
  gather: mutation('contacts')
    .route(at.post('/contacts/gather', 'Add contacts to a list, or remove them'))
    .input(z.object({ selection: contactSelection, listId: entityId, on: z.boolean().default(true) }))
    .output(changed),
  merge: mutation('contacts')
    .route(
      at.post(
        '/contacts/{id}/merge',
        'Merge contacts into one, which keeps its number and name and takes over what it lacks',
      ),
    )
    .input(z.object({ id: entityId, others: z.array(entityId).min(1).max(20) }))
    .output(contact),
  fields: query('contacts')
    .route(at.get('/contacts/fields', 'The custom fields in use'))
    .output(z.array(z.object({ key: z.string(), name: z.string() }))),
  lookUp: query('contacts')
    .route(
      at.post(
        '/contacts/look-up',
        'Time zones and text variables of numbers, whether or not they are contacts; invalid numbers are omitted',
      ),
    )
    .input(z.object({ mobiles: z.array(z.string().max(64)).max(MAX_LOOKED_UP) }))
    .output(z.array(knownPerson)),
  importRows,
};

/** Variables available in texts for every contact, besides custom fields. */
export const CONTACT_VARIABLES = ['name', 'first name', 'last name', 'mobile', 'phone'] as const;
