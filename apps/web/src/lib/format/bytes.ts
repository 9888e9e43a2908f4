import { currentLanguage } from '../i18n/i18n.ts';

/** `1.4 MB`, `12 kB`. */
export function formatBytes(bytes: number): string {
  const [value, unit] = bytes >= 1_000_000 ? [bytes / 1e6, 'megabyte'] : [Math.max(1, bytes / 1e3), 'kilobyte'];
  const format = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: value < 10 ? 1 : 0 } as const;
  return new Intl.NumberFormat(currentLanguage(), format).format(value);
}
