/**
 * Name of the template's file (spec 002 section 9); apart from its writer, so that the page does not load the
 * spreadsheet library.
 */
export const TEMPLATE_FILE_NAME = 'user-messages-import-template.xlsx';
/** Its sheet of examples, which no import reads in place of an empty first one. */
export const EXAMPLE_SHEET = 'Example';
