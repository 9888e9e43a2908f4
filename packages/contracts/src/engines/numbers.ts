import { z } from 'zod';
import { entityId, listQuery, page } from '../entity.ts';
import { mutation, query, routesUnder } from '../operation.ts';
import { engineInDepth } from './detail.ts';
import { engine, engineId } from './engine.ts';
import { lifecycleErrors } from './sessions.ts';

/** How WhatsApp regards a number, from what those who got its messages said of them. */
export const NUMBER_QUALITIES = ['high', 'medium', 'low'] as const;

/** How WhatsApp rates a number, by the word of its driver just now. */
export const numberRating = z.object({
  /** The name that WhatsApp has verified; null: it told none. */
  verifiedName: z.string().nullable(),
  /** Null: it told none, as of a number that has hardly written yet. */
  quality: z.enum(NUMBER_QUALITIES).nullable(),
  /**
   * People that the business may write to first within a day: a number, without an end, or null when it was not told.
   */
  peoplePerDay: z.union([z.number().int(), z.literal('unlimited')]).nullable(),
});
export type NumberRating = z.infer<typeof numberRating>;

const { pacing } = engineInDepth.shape;

/** A WhatsApp number of the workspace, and the engine that writes through it. */
export const whatsappNumber = z.object({
  _id: entityId.describe('Of the engine.'),
  phoneNumber: z.string(),
  engineName: z.string(),
  driver: z.string(),
  status: engine.shape.status,
  member: z.object({ _id: entityId, fullName: z.string() }).describe('Whose engine it is.'),
  isDefault: z.boolean().describe('New messages go through it where neither a chat nor a person says otherwise.'),
  limits: pacing.pick({ knownPerMinute: true, newPerMinute: true, dailyCap: true, sentToday: true, restriction: true }),
  isRated: z.boolean().describe('Its kind of connection is told how WhatsApp rates it.'),
  rating: numberRating.nullable().describe('Null: nobody knows now.'),
});
export type WhatsappNumber = z.infer<typeof whatsappNumber>;

const at = routesUnder('engines');

export const whatsappNumberOperations = {
  numbers: query('engines')
    .route(
      at.get(
        '/whatsapp-numbers',
        'WhatsApp numbers of the workspace, each with its engine, whose it is, its limits and its rating',
      ),
    )
    .input(listQuery.omit({ sort: true }))
    .output(page(whatsappNumber)),
  setDefault: mutation('engines')
    .errors({ LEGACY_ENGINE: lifecycleErrors.LEGACY_ENGINE })
    .route(at.post('/engines/{id}/default', 'Send new messages through this engine unless something else is said'))
    .input(engineId)
    .output(engine),
};
