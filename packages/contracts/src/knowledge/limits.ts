/** How much a knowledge base takes, for every face that shows or checks it. */

/** Of a PDF. */
export const MAX_DOCUMENT_PAGES = 500;
/** Of a table. */
export const MAX_DOCUMENT_ROWS = 20_000;
/** Of the text of one document, in UTF-16 code units: some 1,500 pages. */
export const MAX_DOCUMENT_LETTERS = 5_000_000;
/** Of a DOCX, unpacked. */
export const MAX_UNPACKED_MEGABYTES = 50;
/** Of a web page. */
export const MAX_PAGE_MEGABYTES = 5;
export const MAX_ENTRY_LENGTH = 20_000;
export const MAX_QUESTION_LENGTH = 500;
export const MAX_BASES = 200;
/** In one base. */
export const MAX_DOCUMENTS = 2_000;
export const MAX_ENTRIES = 5_000;
/** That wait to be answered; the one that was asked longest ago goes first. */
export const MAX_OPEN_QUESTIONS = 1_000;
/** What of a document's text is one passage, at most. */
export const MAX_PASSAGE_LENGTH = 1_000;
/** File names that can be read, by their endings. */
export const DOCUMENT_ENDINGS = ['.pdf', '.docx', '.txt', '.md', '.csv', '.html', '.htm'] as const;
