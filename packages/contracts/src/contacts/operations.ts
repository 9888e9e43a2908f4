import { z } from 'zod';
import { e164, entityId, instant, isStorable, lineOfText, listQuery, NOT_STORABLE, page, zoneName } from '../entity.ts';
import { ownQuietHours } from '../messages/quiet-hours.ts';
import { mutation, query, routesUnder } from '../operation.ts';
import { MAX_PAGE_SIZE } from '../page-size.ts';
import { schemaFault } from '../text/faults.ts';
import { importRows } from './import.ts';
import { CONTACT_SORTS } from './sorts.ts';
import { zoneSource } from './zone-source.ts';

/** When, where and in which words somebody agreed to be written to. */
const consent = z.object({ at: instant, source: z.string(), text: z.string() });

export const contact = z.object({
  _id: entityId,
  name: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  mobile: e164,
  /** The contact's own zone; null: nobody has said, see `lookUp`. */
  zone: z.string().nullable(),
  quietHours: ownQuietHours,
  /**
   * Whether the number is on WhatsApp, as an engine was told when it asked (of a deleted one: null); null: nobody has
   * asked.
   */
  whatsapp: z.object({ exists: z.boolean(), askedAt: instant, engineId: entityId.nullable() }).nullable(),
  /** Custom fields by their keys; blank ones are left out. */
  fields: z.record(z.string(), z.string()),
  labels: z.array(z.object({ _id: entityId, name: z.string() })),
  /** Null: nothing is known of it. */
  consent: consent.nullable(),
  createdAt: instant,
  updatedAt: instant,
});
export type Contact = z.infer<typeof contact>;

/** For so long what an engine was told of a number is believed; then it is asked again. */
export const ASKED_FOR_DAYS = 30;

export const MAX_CONTACT_FIELDS = 32;
export const MAX_FIELD_LENGTH = 1024;

/** A custom field's name, which is also a variable in texts. */
export const contactFieldName = lineOfText(64).regex(/^[\p{L}_][\p{L}\p{M}\p{N}_ .-]*$/u, schemaFault('fieldName'));

export const contactFields = z
  .record(contactFieldName, z.string().max(MAX_FIELD_LENGTH).refine(isStorable, NOT_STORABLE))
  .refine(
    (given) => Object.keys(given).length <= MAX_CONTACT_FIELDS,
    schemaFault('mostFields', { maximum: MAX_CONTACT_FIELDS }),
  );

const written = {
  name: lineOfText(256),
  firstName: lineOfText(128).or(z.literal('')),
  lastName: lineOfText(128).or(z.literal('')),
  /** Any common way to write a number; stored as E.164. */
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
 * Contacts that one change is for: those named, or all that match. `expected`: how many the person was told; more are
 * refused.
 */
const contactSelection = z.union([
  z.object({ ids: z.array(entityId).min(1).max(MAX_PAGE_SIZE) }),
  z.object({ matching: contactFilter, expected: z.number().int().min(0) }),
]);
export type ContactSelection = z.infer<typeof contactSelection>;

const changed = z.object({ changed: z.number().int() });

/** What is known of somebody who may be written to, contact or not. */
const knownPerson = z.object({
  /** The number as it was asked for. */
  asked: z.string(),
  zone: z.string(),
  source: zoneSource,
  /** What texts may say of them, by the names of variables. */
  variables: z.record(z.string(), z.string()),
});
export type KnownPerson = z.infer<typeof knownPerson>;

/** Numbers that are looked up at once. */
export const MAX_LOOKED_UP = 100;

const at = routesUnder('contacts');

export const contactsContract = {
  list: query('contacts')
    .route(at.get('/contacts', 'List contacts'))
    .input(listQuery.extend({ ...contactFilter.shape, sort: z.enum(CONTACT_SORTS).default('name') }))
    .output(page(contact)),
  create: mutation('contacts')
    .route(at.post('/contacts', 'Add a contact', { successStatus: 201 }))
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
    .route(at.patch('/contacts/{id}', 'Change a contact'))
    .input(z.object(written).partial().extend({ id: entityId }))
    .output(contact),
  remove: mutation('contacts')
    .route(at.post('/contacts/remove', 'Delete contacts; their messages stay'))
    .input(z.object({ selection: contactSelection }))
    .output(changed),
  label: mutation('contacts')
    .route(at.post('/contacts/label', 'Put a label on contacts, or take it off'))
    .input(z.object({ selection: contactSelection, label: lineOfText(64), on: z.boolean().default(true) }))
    .output(changed),
  gather: mutation('contacts')
    .route(at.post('/contacts/gather', 'Put contacts into a list, or take them out'))
    .input(z.object({ selection: contactSelection, listId: entityId, on: z.boolean().default(true) }))
    .output(changed),
  merge: mutation('contacts')
    .route(
      at.post(
        '/contacts/{id}/merge',
        'Make several contacts one: it keeps its number and name, and gets what it lacks',
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
        'By which clocks people live and what texts may say of them, contacts or not; what is no number is left out',
      ),
    )
    .input(z.object({ mobiles: z.array(z.string().max(64)).max(MAX_LOOKED_UP) }))
    .output(z.array(knownPerson)),
  importRows,
};

/** Variables that a text may have of every contact; custom fields come after them. */
export const CONTACT_VARIABLES = ['name', 'first name', 'last name', 'mobile', 'phone'] as const;
