import { currentLanguage } from '../../../lib/i18n/i18n.ts';

const MIB = 1_048_576;

/** `78.4 MiB`, `1.2 GiB`. */
export function formatMemory(bytes: number): string {
  const inMib = bytes / MIB;
  const [value, unit] = inMib >= 1024 ? [inMib / 1024, 'GiB'] : [inMib, 'MiB'];
  return `${new Intl.NumberFormat(currentLanguage(), { maximumFractionDigits: 1 }).format(value)} ${unit}`;
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** The two largest units of a duration: `2 hr 5 min`. */
export function formatDuration(seconds: number): string {
  const parts: string[] = [];
  let left = Math.max(0, Math.round(seconds));
  for (const [unit, size] of UNITS) {
    const amount = Math.floor(left / size);
    left -= amount * size;
    if (amount === 0 && parts.length === 0 && unit !== 'second') continue;
    if (amount > 0 || parts.length === 0) {
      const style = { style: 'unit', unit, unitDisplay: 'short' } as const;
      parts.push(new Intl.NumberFormat(currentLanguage(), style).format(amount));
    }
    if (parts.length === 2) break;
  }
  return parts.join(' ');
}
