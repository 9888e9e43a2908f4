import { z } from 'zod';
import type { Text } from './registry.ts';

/** What is said to people: somebody's words as they came, or a code with what is put into its words. */
export const textSchema = z.union([
  z.string(),
  z.object({ code: z.string(), data: z.record(z.string(), z.unknown()).optional() }),
]) as z.ZodType<Text>;

/** PostgreSQL stores neither NUL nor halves of characters. */
const words = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .overwrite((given) => given.replaceAll('\0', '').toWellFormed());

/** A text from an engine, which may be older or newer than we are. */
export const givenText = z.union([
  words(500),
  z.strictObject({
    code: words(64),
    data: z.record(words(32), z.union([words(500), z.number()])).optional(),
  }),
]) as z.ZodType<Text>;
