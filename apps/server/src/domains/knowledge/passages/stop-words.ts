import { ASIDES } from './question-words.ts';
import { GRAMS } from './terms.ts';

/** The library's list names, by PostgreSQL configuration. Languages without spaces have no stop words. */
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
const CONFIGURATION_OF = new Map(
  Object.entries(LISTS).flatMap(([configuration, names]) => names.map((name) => [name, configuration] as const)),
);

interface WordList {
  /** The library's name. */
  language: string;
  /** PostgreSQL's configuration, or {@link GRAMS}. */
  configuration: string;
  /** Lower case; `stops` don't affect what is asked, and `asides` hardly do. */
  stops: ReadonlySet<string>;
  asides: ReadonlySet<string>;
}

let loaded: Promise<readonly WordList[]> | undefined;

async function load(): Promise<readonly WordList[]> {
  // Loaded with the first question, so that server start-up doesn't need it.
  const lists = (await import('stopword')) as unknown as Record<string, string[]>;
  return [...CONFIGURATION_OF].map(([language, configuration]) => ({
    language,
    configuration,
    stops: new Set(lists[language]?.map((word) => word.toLowerCase())),
    asides: new Set(ASIDES[language]?.split(/\s+/)),
  }));
}

const wordLists = () => {
  loaded ??= load();
  return loaded;
};

interface LikelyLanguages {
  /** Number of stop words in the likeliest language, and in the languages of a configuration. */
  count: number;
  countOf: (configuration: string) => number;
  lists: readonly WordList[];
}

/**
 * The question's likely languages, judged by its stop words: usually one, whatever the passages' languages; of equally
 * likely ones, those of the passages.
 */
export async function likelyLanguages(
  words: readonly string[],
  configurations: readonly string[] = [],
): Promise<LikelyLanguages> {
  const counted = (await wordLists()).map((list) => ({
    list,
    count: words.filter((word) => list.stops.has(word) || list.asides.has(word)).length,
  }));
  const count = Math.max(...counted.map((language) => language.count));
  const countOf = (configuration: string) =>
    Math.max(
      0,
      ...counted.flatMap((language) => (language.list.configuration === configuration ? [language.count] : [])),
    );
  if (count === 0) return { count, countOf, lists: [] };
  const likely = counted.flatMap((language) => (language.count === count ? [language.list] : []));
  const known = likely.filter(({ configuration }) => configurations.includes(configuration));
  return { count, countOf, lists: known.length > 0 ? known : likely };
}
