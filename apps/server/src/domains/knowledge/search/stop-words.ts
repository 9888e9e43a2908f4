import { GRAMS } from '../passages/language.ts';

/** The library's names of lists, by the names of PostgreSQL's configurations. Those without spaces have no words to leave out. */
const LISTS: Record<string, string[]> = {
  arabic: ['ara'],
  armenian: ['hye'],
  basque: ['eus'],
  catalan: ['cat'],
  danish: ['dan'],
  dutch: ['nld'],
  english: ['eng'],
  finnish: ['fin'],
  french: ['fra'],
  german: ['deu'],
  greek: ['ell'],
  hindi: ['hin'],
  hungarian: ['hun'],
  indonesian: ['ind'],
  irish: ['gle'],
  italian: ['ita'],
  lithuanian: ['lit'],
  norwegian: ['nob'],
  portuguese: ['por', 'porBr'],
  romanian: ['ron'],
  russian: ['rus'],
  spanish: ['spa'],
  swedish: ['swe'],
  turkish: ['tur'],
  [GRAMS]: ['heb', 'fas', 'urd', 'pol', 'ces', 'slk', 'ukr', 'bul', 'hrv', 'slv', 'vie', 'est', 'lav', 'afr', 'swa'],
};

const known = new Map<string, Promise<ReadonlySet<string>>>();

/** Words of a language that say nothing of what is asked, in small letters. PostgreSQL has such lists of some languages only. */
export function stopWordsOf(language: string): Promise<ReadonlySet<string>> {
  const words = known.get(language) ?? load(language);
  known.set(language, words);
  return words;
}

async function load(language: string): Promise<ReadonlySet<string>> {
  // Loaded by the first question: a server starts without it.
  const lists = (await import('stopword')) as unknown as Record<string, string[]>;
  return new Set((LISTS[language] ?? []).flatMap((name) => lists[name] ?? []).map((word) => word.toLowerCase()));
}
