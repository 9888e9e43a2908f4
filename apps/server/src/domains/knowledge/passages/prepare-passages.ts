import { languageOf } from './language.ts';
import { type Section, splitSection } from './split.ts';
import { foldText, GRAMS, gramsOf } from './terms.ts';

/** A passage, ready to be stored. */
export interface PreparedPassage extends Section {
  /** Index terms, separated by spaces: words, unchanged and folded, or grams. */
  plain: string;
  folded: string;
}

export interface PreparedText {
  language: string;
  passages: PreparedPassage[];
}

/** A shorter text hardly reveals its language without its heading. */
const TELLING_LENGTH = 60;

/** Removes NUL, which PostgreSQL cannot store, and lone surrogates. */
const toStorable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/**
 * Splits a text into passages with their index terms. Takes time proportional to the length; for documents it runs in a
 * worker thread.
 * @param title counts as words of each passage: an answered question, not a file name
 * @param baseLanguage the language of most passages in the base, if any, for a text that reveals none, such as a price
 *   list
 */
export async function preparePassages(
  sections: readonly Section[],
  { title = '', baseLanguage }: { title?: string; baseLanguage: string | null },
): Promise<PreparedText> {
  const pieces = sections.flatMap((section) =>
    splitSection({
      ...section,
      heading: section.heading === null ? null : toStorable(section.heading),
      text: toStorable(section.text),
    }),
  );
  const text = pieces.map((piece) => piece.text).join('\n');
  const language = await languageOf(text.length < TELLING_LENGTH ? `${title}\n${text}` : text, baseLanguage);
  const passages = pieces.map((piece) => {
    const all = [title, piece.heading ?? '', piece.text].join('\n');
    return language === GRAMS
      ? { ...piece, plain: gramsOf(all).join(' '), folded: '' }
      : { ...piece, plain: all, folded: foldText(all) };
  });
  return { language, passages };
}
