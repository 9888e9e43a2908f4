import { SSF } from '@e965/xlsx';

/** The part of the library's formatter that we use; it has no types. */
const formatter: { format(format: string, value: number, options: { date1904: boolean }): string } = SSF;

/** Whether a number format leaves the look of a number to the program. */
export const isGeneral = (format: string): boolean => /^(general|0|@)?$/i.test(format);

/** A number as a spreadsheet program shows it by the format of its cell: `$1,234.50`, `31.12.2026`. */
export function formatNumberCell(value: number, format: string, counts1904: boolean): string {
  try {
    return formatter.format(format === '@' ? 'General' : format, value, { date1904: counts1904 }).trim();
  } catch {
    // A format that nobody could read shows the number.
    return String(value);
  }
}
