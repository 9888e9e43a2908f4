import { z } from 'zod';
import { entityId, isStorable, NOT_STORABLE } from '../entity.ts';

/** Scope of operations that any key may call. */
export const ANY_KEY = '*';

/** A single object in the envelope of `/v1`. */
export const one = <Data extends z.ZodType>(data: Data) => z.object({ success: z.literal(true), data });

/** A page of objects; `total`: number of matches. */
export const many = <Item extends z.ZodType>(item: Item) =>
  z.object({
    success: z.literal(true),
    data: z.array(item),
    limit: z.number().int(),
    skip: z.number().int(),
    total: z.number().int(),
  });

/** An id that matches no object. */
const MISSING_ID = '00000000-0000-0000-0000-000000000000';
/** An id in a path or body. Malformed ids match no object, so that they are not found. */
export const anyId = z
  .string()
  .max(128)
  .transform((id) => entityId.safeParse(id).data ?? MISSING_ID);

export const boundedText = (maxLength: number) => z.string().max(maxLength).refine(isStorable, NOT_STORABLE);
/** A phone number or a WhatsApp chat id; both are accepted. */
export const chatAddress = boundedText(128).min(1);
export const dateTime = z.iso.datetime({ offset: true });

export const skip = z.coerce.number().int().min(0).max(1_000_000).default(0);
export const limitUpTo = (maximum: number, usual = 50) => z.coerce.number().int().min(1).max(maximum).default(usual);
export const paging = { skip, limit: limitUpTo(200) };
export const order = z
  .enum(['asc', 'desc'])
  .default('desc')
  .describe('Sort order by creation time, newest first by default.');
export const flag = z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] }).optional();

/** Comma-separated values, or a repeated parameter. */
export const commaSeparated = <Item extends z.ZodType>(item: Item, maximum: number) =>
  z.preprocess(
    (value) =>
      value === undefined
        ? undefined
        : [value].flat().flatMap((part) => (typeof part === 'string' ? part.split(',').filter(Boolean) : [part])),
    z.array(item).max(maximum).optional(),
  );

export const MAX_IDEMPOTENCY_KEY_LENGTH = 64;
/** `Idempotency-Key`: remembered for 24 hours. */
export const idempotent = {
  headers: z.looseObject({ 'idempotency-key': boundedText(MAX_IDEMPOTENCY_KEY_LENGTH).min(1).optional() }),
};
