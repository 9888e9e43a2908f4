/**
 * Limits of an import. The numbers bound memory and time in the worker, whatever the file claims about itself: a
 * workbook of 100,000 rows with all columns is about 8 MB packed and 90 MB unpacked.
 */
export const MAX_FILE_BYTES = 50 * 1024 * 1024;
export const MAX_UNPACKED_BYTES = 400 * 1024 * 1024;
export const MAX_ZIP_ENTRIES = 2_000;
export const MAX_ROWS = 200_000;
/** Maximum number of title rows above the header. */
export const MAX_ROWS_ABOVE_HEADER = 20;
/** Maximum text of one spreadsheet cell (Excel's own limit), in UTF-16 code units. */
export const MAX_CELL_LENGTH = 32_767;
/** The page ends the worker after this much reading time. */
export const READ_TIMEOUT_MS = 120_000;
