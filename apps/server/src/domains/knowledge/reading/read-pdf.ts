import { MAX_DOCUMENT_PAGES } from '@switchyard/contracts/knowledge/limits';
import { getDocumentProxy } from 'unpdf';
import type { Section } from '../passages/split.ts';
import { ReadingError } from './reading-error.ts';

/** Fewer letters per page than any page of text has: scanned pages, with a stamp or page number at most. */
const SCANNED_LETTERS_PER_PAGE = 8;

/** @param onProgress receives the share read so far, from 0 to 1 */
export async function readPdf(bytes: Uint8Array, onProgress: (share: number) => void): Promise<Section[]> {
  const pdf = await open(bytes);
  try {
    if (pdf.numPages > MAX_DOCUMENT_PAGES) throw new ReadingError('too-many-pages');
    const sections: Section[] = [];
    for (let page = 1; page <= pdf.numPages; page += 1) {
      const { items } = await (await pdf.getPage(page)).getTextContent();
      const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
      sections.push({ heading: null, page, text: withoutLines(text) });
      onProgress(page / pdf.numPages);
    }
    const letters = sections.reduce((sum, { text }) => sum + text.replace(/\s/g, '').length, 0);
    if (letters < pdf.numPages * SCANNED_LETTERS_PER_PAGE) throw new ReadingError('scanned');
    return sections;
  } finally {
    await pdf.loadingTask.destroy();
  }
}

/** Joins lines that end with the page width, even within words. */
const withoutLines = (text: string): string =>
  text.replace(/(?<=\p{L})[-\u00AD]\n(?=\p{Ll})/gu, '').replaceAll('\n', ' ');

async function open(bytes: Uint8Array) {
  try {
    return await getDocumentProxy(bytes);
  } catch (error) {
    throw new ReadingError((error as Error).name === 'PasswordException' ? 'encrypted' : 'damaged');
  }
}
