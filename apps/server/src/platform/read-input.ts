import type { FieldFault } from '@switchyard/contracts/errors';
import { faultAt } from '@switchyard/contracts/text/faults';
import type { ZodType } from 'zod';
import { faultsOf, invalid } from './refusal.ts';
import { unknownFields } from './unknown-fields.ts';

/** Parses an external input by its schema. Unknown fields are faults too, because they would be silently ignored. */
export function parseInput<Input>(
  schema: ZodType<Input>,
  input: unknown,
): { data: Input; faults: null } | { data: null; faults: FieldFault[] } {
  const unknown = unknownFaults(schema, input);
  if (unknown.length > 0) return { data: null, faults: unknown };
  const { data, error } = schema.safeParse(input);
  return error ? { data: null, faults: faultsOf(error.issues) } : { data: data as Input, faults: null };
}

/** Like {@link parseInput}. @throws Refusal `INVALID` */
export function readInput<Input>(schema: ZodType<Input>, input: unknown): Input {
  const { data, faults } = parseInput(schema, input);
  if (faults) throw invalid(faults);
  return data;
}

/** @param schema undefined if no fields are allowed */
export const unknownFaults = (schema: ZodType | undefined, input: unknown): FieldFault[] =>
  (schema ? unknownFields(schema, input) : Object.keys(input ?? {})).map((field) => faultAt(field, 'unknownField'));
