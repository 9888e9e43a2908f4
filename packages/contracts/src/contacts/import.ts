import { z } from 'zod';
import { entityId } from '../entity.ts';
import { mutation, routesUnder } from '../operation.ts';
import { textSchema } from '../text/schema.ts';

export const MAX_IMPORT_ROWS = 1000;

/** What became of a row: a new contact, one that was there, one with an earlier row of the same file, or none. */
export const CONTACT_OUTCOMES = ['created', 'updated', 'merged', 'refused'] as const;
export type ContactOutcome = (typeof CONTACT_OUTCOMES)[number];

/** A row as it was found; what is wrong with it is told of the row and stops no other. */
const importedContact = z.object({
  /** In the file, from 1; unique in the import. */
  row: z.number().int().min(1),
  mobile: z.string().max(4_000),
  name: z.string().max(4_000).optional(),
  firstName: z.string().max(4_000).optional(),
  lastName: z.string().max(4_000).optional(),
  zone: z.string().max(4_000).optional(),
  /** `21:00-08:00`, or `none`: at no hour, whatever the engine and the workspace say. */
  quietHours: z.string().max(4_000).optional(),
  labels: z.array(z.string().max(4_000)).max(50).optional(),
  fields: z.record(z.string().max(200), z.string().max(40_000)).optional(),
  consentAt: z.string().max(200).optional(),
  consentSource: z.string().max(4_000).optional(),
  consentText: z.string().max(4_000).optional(),
});
export type ImportedContact = z.infer<typeof importedContact>;

const at = routesUnder('contacts');

export const importRows = mutation('contacts')
  .route(
    at.post('/contacts/import', 'Import contacts, at most 1,000 a call', {
      description:
        'Each row is answered for: created + updated + merged + refused = rows. A call that is repeated with the same importId changes nothing and answers the same.',
    }),
  )
  .input(
    z.object({
      /** The same for all calls of one file. */
      importId: entityId,
      rows: z.array(importedContact).min(1).max(MAX_IMPORT_ROWS),
      /** Every contact of it goes into this list. */
      listId: entityId.optional(),
      /** Names of contacts that are there already stay, as with those that an engine knows. */
      keepNames: z.boolean().default(false),
    }),
  )
  .output(
    z.object({
      results: z.array(
        z.object({ row: z.number().int(), outcome: z.enum(CONTACT_OUTCOMES), reason: textSchema.nullable() }),
      ),
    }),
  );
