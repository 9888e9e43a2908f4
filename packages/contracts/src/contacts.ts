import { z } from 'zod';
import { e164, entityId, instant, lineOfText, listQuery, page, zoneName } from './entity.ts';
import { changes, reads } from './operation.ts';

export const contact = z.object({
  _id: entityId,
  name: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  mobile: e164,
  /** The contact's own zone, for quiet hours; null: the workspace's. */
  zone: z.string().nullable(),
  createdAt: instant,
  updatedAt: instant,
});
export type Contact = z.infer<typeof contact>;

export const CONTACT_SORTS = [
  'name',
  '-name',
  'mobile',
  '-mobile',
  'createdAt',
  '-createdAt',
  'updatedAt',
  '-updatedAt',
] as const;

const writable = {
  name: lineOfText(256),
  firstName: lineOfText(128).or(z.literal('')).default(''),
  lastName: lineOfText(128).or(z.literal('')).default(''),
  /** Any common way to write a number; stored as E.164. */
  mobile: z.string().max(32),
  zone: zoneName.nullish(),
};

/** The address book was changed: read it again. */
export const contactsLiveEvent = z.object({ type: z.literal('contacts.stale') });

export const contactsContract = {
  list: reads('contacts')
    .route({ method: 'GET', path: '/contacts', tags: ['contacts'], summary: 'List contacts' })
    .input(
      listQuery.extend({
        search: z.string().max(200).optional().describe('Contains match on name and mobile, case-insensitive.'),
        sort: z.enum(CONTACT_SORTS).default('name'),
      }),
    )
    .output(page(contact)),
  create: changes('contacts')
    .route({ method: 'POST', path: '/contacts', tags: ['contacts'], successStatus: 201, summary: 'Add a contact' })
    .input(z.object(writable))
    .output(contact),
};
