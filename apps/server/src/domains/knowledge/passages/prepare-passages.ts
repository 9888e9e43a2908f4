import { GRAMS, languageOf } from './language.ts';
import { type Section, splitSection } from './split.ts';
import { folded, gramsOf } from './terms.ts';

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

/** Characters that PostgreSQL cannot store, and halves of letters. */
const clean = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/** Cuts a text into passages and makes ready what they are found by. Costs time with its length; it runs in a worker thread for documents. */
export async function preparePassages(title: string, sections: readonly Section[]): Promise<PreparedText> {
  const pieces = sections.flatMap((one) =>
    splitSection({ ...one, heading: one.heading === null ? null : clean(one.heading), text: clean(one.text) }),
  );
  const language = await languageOf(pieces.map(({ text }) => text).join('\n') || title);
  const passages = pieces.map((piece) => {
    const all = [title, piece.heading ?? '', piece.text].join('\n');
    return language === GRAMS
      ? { ...piece, plain: gramsOf(all).join(' '), folded: '' }
      : { ...piece, plain: all, folded: folded(all) };
  });
  return { language, passages };
}
