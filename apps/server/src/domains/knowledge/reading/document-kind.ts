/** Formats that can be read. */
export type DocumentKind = 'pdf' | 'docx' | 'html' | 'csv' | 'markdown' | 'text';

const BY_ENDING: Record<string, DocumentKind> = {
  pdf: 'pdf',
  docx: 'docx',
  html: 'html',
  htm: 'html',
  csv: 'csv',
  md: 'markdown',
  txt: 'text',
};
const BY_TYPE: Record<string, DocumentKind> = {
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'text/csv': 'csv',
  'text/markdown': 'markdown',
  'text/plain': 'text',
};

/** Judged by the file name's extension, which is more reliable than the browser's type. Null if it cannot be read. */
export const kindOfFile = (name: string): DocumentKind | null =>
  BY_ENDING[/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''] ?? null;

/** Judged by a web server's content type. */
export const kindOfAnswer = (contentType: string | undefined): DocumentKind | null =>
  BY_TYPE[(contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? ''] ?? null;
