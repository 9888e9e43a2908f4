/**
 * File name of the template (spec 002 section 9). Kept apart from its writer so that the page does not load the
 * spreadsheet library.
 */
export const TEMPLATE_FILE_NAME = 'user-messages-import-template.xlsx';
/** The example sheet, which imports never read in place of an empty first sheet. */
export const EXAMPLE_SHEET = 'Example';
