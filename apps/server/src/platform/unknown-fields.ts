import type { $ZodDiscriminatedUnionDef, $ZodType, $ZodTypes } from 'zod/v4/core';

/**
 * Paths of the input fields that the schema does not know. The caller means something by them that would not be done.
 */
export function unknownFields(schema: $ZodType, value: unknown): string[] {
  const { def } = (schema as $ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return isFields(value) ? unknownIn(def, value) : [];
    case 'array':
      return Array.isArray(value) ? value.flatMap((item, at) => unknownBelow(at, def.element, item)) : [];
    case 'tuple':
      return Array.isArray(value) ? def.items.flatMap((item, at) => unknownBelow(at, item, value[at])) : [];
    case 'record':
      return isFields(value)
        ? Object.entries(value).flatMap(([name, item]) => unknownBelow(name, def.valueType, item))
        : [];
    case 'union':
      return unknownInUnion(def, value);
    case 'pipe':
      // Preprocessed values are checked against the schema of the result.
      return unknownFields((def.in as $ZodTypes)._zod.def.type === 'transform' ? def.out : def.in, value);
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return unknownFields(def.innerType, value);
    default:
      return [];
  }
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const unknownBelow = (name: string | number, schema: $ZodType, value: unknown): string[] =>
  unknownFields(schema, value).map((path) => `${name}.${path}`);

function unknownIn(
  { shape, catchall }: { shape: Readonly<Record<string, $ZodType>>; catchall?: $ZodType | undefined },
  value: Record<string, unknown>,
): string[] {
  return Object.entries(value).flatMap(([name, item]) => {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (field) return unknownBelow(name, field, item);
    return catchall && (catchall as $ZodTypes)._zod.def.type !== 'never' ? [] : [name];
  });
}

/** Checks the option that the discriminator selects; without one, the option that knows most of the fields. */
function unknownInUnion(def: { options: readonly $ZodType[] }, value: unknown): string[] {
  const { discriminator } = def as Partial<$ZodDiscriminatedUnionDef>;
  const named = discriminator !== undefined && isFields(value) ? value[discriminator] : undefined;
  const candidates =
    discriminator === undefined
      ? def.options.filter((option) => canMatch(option, value))
      : def.options.filter((option) => option._zod.propValues?.[discriminator]?.has(named as string));
  const unknown = candidates.map((option) => unknownFields(option, value));
  return unknown.sort((a, b) => a.length - b.length)[0] ?? [];
}

/** Whether the schema fits the shape of the value at all: lists for lists, fields for fields. */
function canMatch(schema: $ZodType, value: unknown): boolean {
  const { type } = (schema as $ZodTypes)._zod.def;
  if (type === 'object' || type === 'record') return isFields(value);
  if (type === 'array' || type === 'tuple') return Array.isArray(value);
  return typeof value !== 'object' || !SCALARS.has(type);
}

const SCALARS: ReadonlySet<string> = new Set(['string', 'number', 'boolean', 'literal', 'enum']);
