import { languageOf } from './language.ts';
import { type Section, splitSection } from './split.ts';
import { folded, GRAMS, gramsOf } from './terms.ts';

/** A passage, ready to be stored. */
export interface PreparedPassage extends Section {
  /** What it is found by: words as they stand and folded, or pieces of words, between spaces. */
  plain: string;
  folded: string;
}

export interface PreparedText {
  language: string;
  passages: PreparedPassage[];
}

/** A shorter text hardly tells its language without what is over it. */
const TELLING_LENGTH = 60;

/** Characters that PostgreSQL cannot store, and halves of letters. */
const clean = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/**
 * Cuts a text into passages and makes ready what they are found by. Costs time with its length; it runs in a worker
 * thread for documents.
 * @param title counts as words of each passage: a question that is answered, not the name of a file
 * @param baseLanguage of most passages beside it, where there are any: that of a text that tells none itself, as a list
 *   of prices
 */
export async function preparePassages(
  sections: readonly Section[],
  { title = '', baseLanguage }: { title?: string; baseLanguage: string | null },
): Promise<PreparedText> {
  const pieces = sections.flatMap((section) =>
    splitSection({
      ...section,
      heading: section.heading === null ? null : clean(section.heading),
      text: clean(section.text),
    }),
  );
  const text = pieces.map((piece) => piece.text).join('\n');
  const language = await languageOf(text.length < TELLING_LENGTH ? `${title}\n${text}` : text, baseLanguage);
  const passages = pieces.map((piece) => {
    const all = [title, piece.heading ?? '', piece.text].join('\n');
    return language === GRAMS
      ? { ...piece, plain: gramsOf(all).join(' '), folded: '' }
      : { ...piece, plain: all, folded: folded(all) };
  });
  return { language, passages };
}
