import { z } from 'zod';
import { entityId } from '../entity.ts';
import { mutation, routesUnder } from '../operation.ts';
import { textSchema } from '../text/schema.ts';

export const MAX_IMPORT_ROWS = 1000;

/** Result of a row: new contact, existing contact updated, merged with an earlier row of the file, or refused. */
export const CONTACT_OUTCOMES = ['created', 'updated', 'merged', 'refused'] as const;
export type ContactOutcome = (typeof CONTACT_OUTCOMES)[number];

/** A row as read from the file; a fault refuses only its own row. */
const importedContact = z.object({
  /** Row number in the file, from 1; unique in the import. */
  row: z.number().int().min(1),
  mobile: z.string().max(4_000),
  name: z.string().max(4_000).optional(),
  firstName: z.string().max(4_000).optional(),
  lastName: z.string().max(4_000).optional(),
  zone: z.string().max(4_000).optional(),
  /** `21:00-08:00`, or `none`: no quiet hours, regardless of the engine's and workspace's. */
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
    at.post('/contacts/import', 'Import contacts, at most 1,000 per call', {
      description:
        'Every row has a result: created + updated + merged + refused = rows. Idempotent: repeating a call with the same importId changes nothing and returns the same results.',
    }),
  )
  .input(
    z.object({
      /** Shared by all calls for one file. */
      importId: entityId,
      rows: z.array(importedContact).min(1).max(MAX_IMPORT_ROWS),
      /** List that all its contacts are added to. */
      listId: entityId.optional(),
      /** Keeps the names of existing contacts, as for contacts imported from an engine. */
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
