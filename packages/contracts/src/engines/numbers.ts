import { z } from 'zod';
import { entityId, listQuery, page } from '../entity.ts';
import { mutation, query, routesUnder } from '../operation.ts';
import { engineDetail } from './detail.ts';
import { engine, engineId } from './engine.ts';
import { lifecycleErrors } from './sessions.ts';

/** WhatsApp's quality rating of a number, based on feedback from recipients. */
export const NUMBER_QUALITIES = ['high', 'medium', 'low'] as const;

/** WhatsApp's current rating of a number, as reported by its driver. */
export const numberRating = z.object({
  /** The name verified by WhatsApp; null if there is none. */
  verifiedName: z.string().nullable(),
  /** Null if not rated, such as a number that has hardly sent anything yet. */
  quality: z.enum(NUMBER_QUALITIES).nullable(),
  /** Maximum new recipients per day; null if unknown. */
  peoplePerDay: z.union([z.number().int(), z.literal('unlimited')]).nullable(),
});
export type NumberRating = z.infer<typeof numberRating>;

const { pacing } = engineDetail.shape;

/** A WhatsApp number of the workspace with its engine. */
export const whatsappNumber = z.object({
  _id: entityId.describe('Id of the engine.'),
  phoneNumber: z.string(),
  engineName: z.string(),
  driver: z.string(),
  status: engine.shape.status,
  member: z.object({ _id: entityId, fullName: z.string() }).describe('Owner of the engine.'),
  isDefault: z.boolean().describe('Used for new messages unless the chat or a person selects another number.'),
  limits: pacing.pick({ knownPerMinute: true, newPerMinute: true, dailyCap: true, sentToday: true, restriction: true }),
  isRated: z.boolean().describe('Whether this kind of connection receives WhatsApp’s rating.'),
  rating: numberRating.nullable().describe('Null if currently unknown.'),
});
export type WhatsappNumber = z.infer<typeof whatsappNumber>;

const at = routesUnder('engines');

export const whatsappNumberOperations = {
  numbers: query('engines')
    .route(
      at.get('/whatsapp-numbers', 'WhatsApp numbers of the workspace, each with its engine, owner, limits and rating'),
    )
    .input(listQuery.omit({ sort: true }))
    .output(page(whatsappNumber)),
  setDefault: mutation('engines')
    .errors({ LEGACY_ENGINE: lifecycleErrors.LEGACY_ENGINE })
    .route(at.post('/engines/{id}/default', 'Make this engine the default for new messages'))
    .input(engineId)
    .output(engine),
};
