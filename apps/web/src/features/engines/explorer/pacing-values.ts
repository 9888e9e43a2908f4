import type { LanePacing } from '@switchyard/contracts/lane';

/** Pacing as its form holds it: an empty field is no limit. */
export type PacingValues = Record<keyof LanePacing, string | number>;

export const valuesOf = (pacing: LanePacing): PacingValues => ({
  knownPerMinute: pacing.knownPerMinute ?? '',
  newPerMinute: pacing.newPerMinute ?? '',
  burst: pacing.burst,
  dailyCap: pacing.dailyCap ?? '',
  quietFrom: pacing.quietFrom ?? '',
  quietTo: pacing.quietTo ?? '',
});

/** What the form says, for the server to judge; an empty burst is one message. */
export function pacingOf(values: PacingValues): LanePacing {
  const numberOf = (value: string | number) => (String(value).trim() === '' ? null : Number(value));
  return {
    knownPerMinute: numberOf(values.knownPerMinute),
    newPerMinute: numberOf(values.newPerMinute),
    burst: numberOf(values.burst) ?? 1,
    dailyCap: numberOf(values.dailyCap),
    quietFrom: String(values.quietFrom) || null,
    quietTo: String(values.quietTo) || null,
  };
}
