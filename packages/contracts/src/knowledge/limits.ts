/** Limits of knowledge bases, shared by everything that shows or validates them. */

/** Maximum pages of a PDF. */
export const MAX_DOCUMENT_PAGES = 500;
/** Maximum rows of a table. */
export const MAX_DOCUMENT_ROWS = 20_000;
/** Maximum length of a document's text, in UTF-16 code units: about 1,500 pages. */
export const MAX_DOCUMENT_LETTERS = 5_000_000;
/** Maximum unpacked size of a DOCX. */
export const MAX_UNPACKED_MEGABYTES = 50;
/** Maximum size of a web page. */
export const MAX_PAGE_MEGABYTES = 5;
export const MAX_ENTRY_LENGTH = 20_000;
export const MAX_QUESTION_LENGTH = 500;
export const MAX_BASES = 200;
/** Per base. */
export const MAX_DOCUMENTS = 2_000;
export const MAX_ENTRIES = 5_000;
/** Maximum unanswered questions; the one asked longest ago is dropped first. */
export const MAX_OPEN_QUESTIONS = 1_000;
/** Maximum length of one passage of a document's text. */
export const MAX_PASSAGE_LENGTH = 1_000;
/** Supported file name extensions. */
export const DOCUMENT_ENDINGS = ['.pdf', '.docx', '.txt', '.md', '.csv', '.html', '.htm'] as const;
