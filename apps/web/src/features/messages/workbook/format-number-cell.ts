import { SSF } from '@e965/xlsx';

/** The part of the library's formatter that we use; the library has no types for it. */
const formatter: { format(format: string, value: number, options: { date1904: boolean }): string } = SSF;

/** Whether a number format leaves the display to the program. */
export const isGeneral = (format: string): boolean => /^(general|0|@)?$/i.test(format);

/** Formats a number as a spreadsheet program would: `$1,234.50`, `31.12.2026`. */
export function formatNumberCell(value: number, format: string, counts1904: boolean): string {
  try {
    return formatter.format(format === '@' ? 'General' : format, value, { date1904: counts1904 }).trim();
  } catch {
    // An unreadable format falls back to the plain number.
    return String(value);
  }
}
