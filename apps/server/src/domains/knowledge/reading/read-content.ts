import { MAX_DOCUMENT_LETTERS } from '@switchyard/contracts/knowledge/limits';
import { type PreparedText, preparePassages } from '../passages/prepare-passages.ts';
import type { Section } from '../passages/split.ts';
import type { DocumentKind } from './document-kind.ts';
import { ReadingError } from './reading-error.ts';

export interface DocumentContent {
  kind: DocumentKind;
  /** The charset a web server declared; undefined if unknown. */
  charset: string | undefined;
  bytes: Uint8Array;
  /** The language of most other passages in the base, or null. */
  baseLanguage: string | null;
}

/**
 * Reads a document with its format's library, loaded on demand, and prepares its passages.
 * @param onProgress receives the share read so far, from 0 to 1
 * @throws ReadingError
 */
export async function readContent(
  content: DocumentContent,
  onProgress: (share: number) => void,
): Promise<PreparedText> {
  const sections = await sectionsOf(content, onProgress);
  const letters = sections.reduce((sum, { text }) => sum + text.length, 0);
  if (letters > MAX_DOCUMENT_LETTERS) throw new ReadingError('too-much-text');
  const prepared = await preparePassages(sections, content);
  if (prepared.passages.length === 0) throw new ReadingError('empty');
  return prepared;
}

async function sectionsOf(
  { kind, bytes, charset }: DocumentContent,
  onProgress: (share: number) => void,
): Promise<Section[]> {
  switch (kind) {
    case 'pdf':
      return (await import('./read-pdf.ts')).readPdf(bytes, onProgress);
    case 'docx':
      return (await import('./read-docx.ts')).readDocx(bytes);
    case 'html':
      return (await import('./read-html.ts')).readHtml(bytes, charset);
    case 'csv':
      return (await import('./read-csv.ts')).readCsv(bytes, charset);
    case 'markdown':
      return (await import('./read-text.ts')).readMarkdown(bytes, charset);
    case 'text':
      return (await import('./read-text.ts')).readPlain(bytes, charset);
  }
}
