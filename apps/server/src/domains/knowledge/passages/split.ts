import { MAX_PASSAGE_LENGTH } from '@switchyard/contracts/knowledge/limits';

/** A part of a text under one heading, or on one page. */
export interface Section {
  heading: string | null;
  page: number | null;
  text: string;
}

/**
 * Splits a section into passages of at most {@link MAX_PASSAGE_LENGTH} characters: between paragraphs if they are small
 * enough, otherwise between sentences, and within a sentence only if it is too long.
 */
export function splitSection({ heading, page, text }: Section): Section[] {
  const passages: string[] = [];
  let gathered = '';
  for (const piece of piecesOf(text)) {
    if (gathered !== '' && gathered.length + piece.length > MAX_PASSAGE_LENGTH) {
      passages.push(gathered);
      gathered = '';
    }
    gathered += piece;
  }
  passages.push(gathered);
  return passages.flatMap((passage) => {
    const trimmed = passage.trim();
    return trimmed === '' ? [] : [{ heading, page, text: trimmed }];
  });
}

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' });

/** Paragraphs, or sentences of those that are too long, each with its trailing space. */
function piecesOf(text: string): string[] {
  return text.split(/\n[^\S\n]*\n/).flatMap((words) => {
    const paragraph = `${words}\n\n`;
    if (paragraph.length <= MAX_PASSAGE_LENGTH) return [paragraph];
    return [...sentences.segment(paragraph)].flatMap(({ segment }) => cut(segment));
  });
}

function cut(sentence: string): string[] {
  const pieces: string[] = [];
  let rest = sentence;
  while (rest.length > MAX_PASSAGE_LENGTH) {
    const space = rest.lastIndexOf(' ', MAX_PASSAGE_LENGTH);
    // Without spaces, at least don't split a surrogate pair.
    const end = space > MAX_PASSAGE_LENGTH / 2 ? space + 1 : wholeLetters(rest, MAX_PASSAGE_LENGTH);
    pieces.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return [...pieces, rest];
}

const wholeLetters = (text: string, end: number) => (/[\uD800-\uDBFF]/.test(text[end - 1] ?? '') ? end - 1 : end);

/** Encloses a table row, which becomes a separate passage. */
export const ROW_BOUNDARY = '\f';

const HEADING = /^#{1,6}\s+(.+?)\s*#*$/;

/** The sections of a text whose headings are lines that start with `#`. */
export function sectionsUnderHeadings(text: string): Section[] {
  const sections: Section[] = [{ heading: null, page: null, text: '' }];
  for (const part of text.split(ROW_BOUNDARY)) {
    const { heading } = sections.at(-1) as Section;
    if (sections.at(-1)?.text.trim() !== '') sections.push({ heading, page: null, text: '' });
    for (const line of part.split('\n')) {
      const below = HEADING.exec(line)?.[1];
      if (below !== undefined) sections.push({ heading: below.slice(0, MAX_PASSAGE_LENGTH / 4), page: null, text: '' });
      else (sections.at(-1) as Section).text += `${line}\n`;
    }
  }
  return sections.filter(({ text: words, heading }) => words.trim() !== '' || heading !== null);
}
