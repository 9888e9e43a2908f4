import type { FieldFault } from '@switchyard/contracts/errors';
import { faultAt } from '@switchyard/contracts/text/faults';
import type { ZodType } from 'zod';
import { faultsOf, invalid } from './refusal.ts';
import { unknownFields } from './unknown-fields.ts';

/**
 * An input from outside as its schema reads it, or what is wrong with which field: also one that the schema does not
 * know, for it would silently not be done.
 */
export function parseInput<Input>(
  schema: ZodType<Input>,
  given: unknown,
): { data: Input; faults: null } | { data: null; faults: FieldFault[] } {
  const unknown = unknownFaults(schema, given);
  if (unknown.length > 0) return { data: null, faults: unknown };
  const { data, error } = schema.safeParse(given);
  return error ? { data: null, faults: faultsOf(error.issues) } : { data: data as Input, faults: null };
}

/** The same. @throws Refusal `INVALID` */
export function readInput<Input>(schema: ZodType<Input>, given: unknown): Input {
  const { data, faults } = parseInput(schema, given);
  if (faults) throw invalid(faults);
  return data;
}

/** @param schema undefined: no field is known */
export const unknownFaults = (schema: ZodType | undefined, given: unknown): FieldFault[] =>
  (schema ? unknownFields(schema, given) : Object.keys(given ?? {})).map((field) => faultAt(field, 'unknownField'));
