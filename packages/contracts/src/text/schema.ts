import { z } from 'zod';
import type { Text } from './registry.ts';

/** A text for people: third-party text verbatim, or a code with the values to insert. */
export const textSchema = z.union([
  z.string(),
  z.object({ code: z.string(), data: z.record(z.string(), z.unknown()).optional() }),
]) as z.ZodType<Text>;

/** Removes what PostgreSQL cannot store: NUL and unpaired surrogates. */
const storableText = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .overwrite((value) => value.replaceAll('\0', '').toWellFormed());

/** A text from an engine, which may have an older or newer version. */
export const engineText = z.union([
  storableText(500),
  z.strictObject({
    code: storableText(64),
    data: z.record(storableText(32), z.union([storableText(500), z.number()])).optional(),
  }),
]) as z.ZodType<Text>;
