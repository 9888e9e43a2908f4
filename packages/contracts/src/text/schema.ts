import { z } from 'zod';
import type { Text } from './registry.ts';

/** What is said to people: somebody's words as they came, or a code with what is put into its words. */
export const textSchema = z.union([
  z.string(),
  z.object({ code: z.string(), data: z.record(z.string(), z.unknown()).optional() }),
]) as z.ZodType<Text>;

/** A text from an engine, which may be older or newer than we are. */
export const givenText = z.union([
  z.string().max(500),
  z.strictObject({
    code: z.string().max(64),
    data: z.record(z.string().max(32), z.union([z.string().max(500), z.number()])).optional(),
  }),
]) as z.ZodType<Text>;
