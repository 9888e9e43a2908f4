/**
 * Something that may not be known: the value, or why there is none, in words for an operator. It has no default, so
 * that nobody takes what could not be loaded for nothing.
 */
export type Known<Value> = { isKnown: true; value: Value } | { isKnown: false; why: string };

export const known = <Value>(value: Value): Known<Value> => ({ isKnown: true, value });

export const unknown = (why: string): Known<never> => ({ isKnown: false, why });

/** What follows from it; unknown stays unknown, for the same reason. */
export function mapKnown<Value, Result>(one: Known<Value>, follow: (value: Value) => Result): Known<Result> {
  return one.isKnown ? known(follow(one.value)) : one;
}
