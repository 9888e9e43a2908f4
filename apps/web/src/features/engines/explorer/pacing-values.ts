import type { LanePacing } from '@switchyard/contracts/messages';

/** Pacing as its form holds it: an empty field is no limit. */
export type PacingValues = Record<keyof LanePacing, string>;

const NUMBERS = ['knownPerMinute', 'newPerMinute', 'burst', 'dailyCap'] as const;
const HOURS = ['quietFrom', 'quietTo'] as const;
export const PACING_FIELDS = [...NUMBERS, ...HOURS];

export function valuesOf(pacing: LanePacing): PacingValues {
  return Object.fromEntries(PACING_FIELDS.map((field) => [field, String(pacing[field] ?? '')])) as PacingValues;
}

/** What the form says, for the server to judge; an empty burst is one message. */
export function pacingOf(values: PacingValues): LanePacing {
  const numberOf = (field: (typeof NUMBERS)[number]) => (values[field].trim() === '' ? null : Number(values[field]));
  return {
    knownPerMinute: numberOf('knownPerMinute'),
    newPerMinute: numberOf('newPerMinute'),
    burst: numberOf('burst') ?? 1,
    dailyCap: numberOf('dailyCap'),
    quietFrom: values.quietFrom || null,
    quietTo: values.quietTo || null,
  };
}
