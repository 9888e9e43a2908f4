import type { ConsoleSearch } from './console-search.ts';

/**
 * How a value of a screen's state is written to and parsed from an address. Defaults are omitted; invalid values parse
 * as defaults.
 */
export interface Codec<Value> {
  read(search: ConsoleSearch): Value;
  write(value: Value): ConsoleSearch;
}

/** A codec of one parameter; null is omitted. */
export const parameter = <Value>(
  name: string,
  read: (written: string | number | undefined) => Value,
  write: (value: Value) => string | number | null,
): Codec<Value> => ({
  read: (search) => read(search[name]),
  write(value) {
    const written = write(value);
    return written === null ? {} : { [name]: written };
  },
});

export const text = (name: string, initial = ''): Codec<string> =>
  parameter(
    name,
    (written) => String(written ?? initial),
    (value) => (value === initial ? null : value),
  );

/** A number above 0; 0 for anything else. */
export const amount = (name: string): Codec<number> =>
  parameter(
    name,
    (written) => (Number.isFinite(Number(written)) ? Math.max(0, Number(written)) : 0),
    (value) => value || null,
  );

export const flag = (name: string, on: string | number = 1): Codec<boolean> =>
  parameter(
    name,
    (written) => written === on,
    (value) => (value ? on : null),
  );

/** One of the choices; `initial` for anything else. */
export const choice = <Choice extends string | null>(
  name: string,
  choices: readonly Choice[],
  initial: NoInfer<Choice>,
): Codec<Choice> =>
  parameter(
    name,
    (written) => choices.find((candidate) => candidate === written) ?? initial,
    (value) => (value === initial ? null : value),
  );

/** Names separated by commas; the last `most` if there are more. */
export const names = (name: string, max = Number.POSITIVE_INFINITY): Codec<readonly string[]> =>
  parameter(name, namesIn, (value) => value.slice(-max).join(',') || null);

export const namesIn = (written: string | number | undefined): string[] =>
  String(written ?? '')
    .split(',')
    .filter((part) => part !== '');

/** Combines several codecs into one of an object. */
export function combineCodecs<State>(parts: { [Key in keyof State]: Codec<State[Key]> }): Codec<State> {
  const keys = Object.keys(parts) as (keyof State)[];
  return {
    read: (search) => Object.fromEntries(keys.map((key) => [key, parts[key].read(search)])) as State,
    write: (state) => Object.assign({}, ...keys.map((key) => parts[key].write(state[key]))),
  };
}
