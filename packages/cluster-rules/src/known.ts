/**
 * A value that may be unavailable, with the reason for an operator if it is. It has no default, so that a failed load
 * is never mistaken for "none".
 */
export type Known<Value> = { isKnown: true; value: Value } | { isKnown: false; why: string };

export const known = <Value>(value: Value): Known<Value> => ({ isKnown: true, value });

export const unknown = (why: string): Known<never> => ({ isKnown: false, why });

/** Applies `map` to a known value; an unknown one stays unknown, for the same reason. */
export function mapKnown<Value, Result>(source: Known<Value>, map: (value: Value) => Result): Known<Result> {
  return source.isKnown ? known(map(source.value)) : source;
}
