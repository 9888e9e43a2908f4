import type { $ZodDiscriminatedUnionDef, $ZodType, $ZodTypes } from 'zod/v4/core';

/**
 * The fields of an input, by their paths, that its schema does not know: whoever sends one means something that would
 * not be done.
 */
export function unknownFields(schema: $ZodType, value: unknown): string[] {
  const { def } = (schema as $ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return isFields(value) ? unknownIn(def, value) : [];
    case 'array':
      return Array.isArray(value) ? value.flatMap((item, at) => below(at, def.element, item)) : [];
    case 'tuple':
      return Array.isArray(value) ? def.items.flatMap((item, at) => below(at, item, value[at])) : [];
    case 'record':
      return isFields(value) ? Object.entries(value).flatMap(([name, item]) => below(name, def.valueType, item)) : [];
    case 'union':
      return unknownInUnion(def, value);
    case 'pipe':
      // What is prepared before it is read is known by what it becomes.
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

const below = (name: string | number, schema: $ZodType, value: unknown): string[] =>
  unknownFields(schema, value).map((path) => `${name}.${path}`);

function unknownIn(
  { shape, catchall }: { shape: Readonly<Record<string, $ZodType>>; catchall?: $ZodType | undefined },
  value: Record<string, unknown>,
): string[] {
  return Object.entries(value).flatMap(([name, item]) => {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (field) return below(name, field, item);
    return catchall && (catchall as $ZodTypes)._zod.def.type !== 'never' ? [] : [name];
  });
}

/** By the option that is meant, where one field says which; else by the one that knows most of it. */
function unknownInUnion(def: { options: readonly $ZodType[] }, value: unknown): string[] {
  const { discriminator } = def as Partial<$ZodDiscriminatedUnionDef>;
  const named = discriminator !== undefined && isFields(value) ? value[discriminator] : undefined;
  const meant =
    discriminator === undefined
      ? def.options.filter((option) => takes(option, value))
      : def.options.filter((option) => option._zod.propValues?.[discriminator]?.has(named as string));
  const unknown = meant.map((option) => unknownFields(option, value));
  return unknown.sort((one, other) => one.length - other.length)[0] ?? [];
}

/** Whether a value of this kind can be meant at all: lists for lists, fields for fields. */
function takes(schema: $ZodType, value: unknown): boolean {
  const { type } = (schema as $ZodTypes)._zod.def;
  if (type === 'object' || type === 'record') return isFields(value);
  if (type === 'array' || type === 'tuple') return Array.isArray(value);
  return typeof value !== 'object' || !SCALARS.has(type);
}

const SCALARS: ReadonlySet<string> = new Set(['string', 'number', 'boolean', 'literal', 'enum']);
