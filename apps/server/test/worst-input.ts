import { randomUUID } from 'node:crypto';
import { z } from 'zod';

type JsonSchema = z.core.JSONSchema.JSONSchema;

/** Where a schema has no limit, the body's limit applies. */
const UNLIMITED_CHARACTERS = 200_000;
const UNLIMITED_ITEMS = 20_000;
/** As deep as a body's size allows for bare brackets. */
const DEPTH = 20_000;

/**
 * The largest input that a schema accepts, according to its JSON schema: every field, the longest texts and the most
 * items that fit.
 * @param maxBytes of the whole, as JSON
 */
export function worstInput(schema: z.ZodType, maxBytes: number): unknown {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline', cycles: 'ref' });
  const bytesOf = (input: unknown) => Buffer.byteLength(JSON.stringify(input) ?? '');
  let input = fill(json, SMALLEST_SCALE);
  for (let scale = SMALLEST_SCALE * 2; scale <= 1; scale *= 2) {
    const larger = fill(json, scale);
    if (bytesOf(larger) > maxBytes) break;
    input = larger;
  }
  return input;
}

const SMALLEST_SCALE = 2 ** -14;

function fill(schema: JsonSchema | boolean, scale: number): unknown {
  if (typeof schema === 'boolean' || Object.keys(schema).length === 0) return nested(scale);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum.at(-1);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return largest(choices.map((choice) => fill(choice, scale)));
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => fill(part, scale)));
  if (schema.type === 'string') return textOf(schema, scale);
  if (schema.type === 'number' || schema.type === 'integer') return schema.maximum ?? 1;
  if (schema.type === 'boolean') return true;
  if (schema.type === 'array') {
    const count = Math.max(schema.minItems ?? 1, Math.floor((schema.maxItems ?? UNLIMITED_ITEMS) * scale));
    return Array.from({ length: count }, () => fill((schema.items as JsonSchema) ?? {}, scale));
  }
  if (schema.type === 'object') return objectOf(schema, scale);
  return null;
}

function objectOf({ properties = {}, additionalProperties }: JsonSchema, scale: number): object {
  const fields = Object.entries(properties).map(([name, property]) => [name, fill(property, scale)]);
  const more =
    typeof additionalProperties === 'object'
      ? Array.from({ length: Math.ceil(100 * scale) }, (_, at) => [`field${at}`, fill(additionalProperties, scale)])
      : [];
  return Object.fromEntries([...fields, ...more]);
}

function textOf({ format, minLength = 1, maxLength, pattern }: JsonSchema, scale: number): string {
  if (format === 'uuid') return randomUUID();
  if (format === 'date-time') return '2030-01-01T00:00:00.000Z';
  if (format === 'email') return 'ada@example.com';
  if (format === 'uri') return 'https://example.com/';
  const length = Math.max(minLength, Math.floor((maxLength ?? UNLIMITED_CHARACTERS) * scale));
  const text = HOSTILE.repeat(Math.ceil(length / HOSTILE.length)).slice(0, length);
  return pattern === undefined || new RegExp(pattern).test(text) ? text : '+447700900123';
}

/** Digits with colons, braces, spaces, marks and letters of several scripts: difficult for text parsers. */
const HOSTILE = '12:34 {a|b} *_~ 1,2,3 at 9 next monday é א 0 a@b.c http://x ';

const nested = (scale: number): unknown => {
  const depth = Math.max(1, Math.floor(DEPTH * scale));
  return JSON.parse('['.repeat(depth) + ']'.repeat(depth));
};

const largest = (values: unknown[]): unknown =>
  values.toSorted((a, b) => (JSON.stringify(b) ?? '').length - (JSON.stringify(a) ?? '').length)[0];
