import { currentLanguage } from '../../lib/i18n/i18n.ts';

const UNITS = [
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
  { unit: 'second', ms: 1_000 },
] as const;

/** `4.5 hours`, in the largest unit that fits at least once. For business time, which has no days. */
export function formatDuration(durationMs: number): string {
  const { unit, ms } = UNITS.find((candidate) => durationMs >= candidate.ms) ?? UNITS[2];
  const format = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: unit === 'hour' ? 1 : 0 } as const;
  return new Intl.NumberFormat(currentLanguage(), format).format(durationMs / ms);
}
