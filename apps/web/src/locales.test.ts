import { hold } from '@switchyard/contracts/messages/message';
import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import '../test/english.ts';
import { features } from './features.ts';

/**
 * Prefixes of keys that stay in English: operators' screens and the simulated phone, whose texts the specification
 * fixes.
 */
const ENGLISH_ONLY = [
  'simulator:',
  'cluster',
  'bots:dashboard.',
  'bots:failed.',
  ...['title', 'of', 'subtitle', 'columns.id', 'columns.botId', 'pageOf', 'empty', 'missing', 'failed', 'unknown'].map(
    (key) => `bots:sessions.${key}`,
  ),
  'bots:list.enhanced',
  'bots:list.adminSubtitle',
  'state:cluster.',
  'state:pod.',
  'installation:',
  'state:account.',
  'state:check.',
  // The protocol and the API description that they show are in English.
  'oauth:test.',
  'playground:',
  // The assistant reads them as written, and without a language model it understands English.
  'agent:capabilities.examples.',
  ...features
    .flatMap(({ pages = [] }) => pages)
    .filter(({ group }) => group === 'operate')
    .map(({ path }) => `page:${path}`),
];

type Texts = { [key: string]: string | Texts };
const files = import.meta.glob<Texts>('./lib/i18n/locales/*/*.json', { eager: true, import: 'default' });
const frames = import.meta.glob<Record<string, Texts>>('./lib/i18n/locales/*/frame/*.json', {
  eager: true,
  import: 'default',
});
import.meta.glob(
  ['./**/texts.ts', './**/*-texts.ts', './components/{quiet-hours-input,hold-text,unknown-variables}.tsx'],
  {
    eager: true,
  },
);

const PLURAL = /_(zero|one|two|few|many|other)$/;
const flat = (texts: Texts, path: string): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value] as [string, string]] : flat(value, `${path}${key}.`),
  );
/** Placeholders and tags of a text. */
const marks = (text: string) => new Set(text.match(/\{\{\w+\}\}|<\/?\w+\/?>/g));
const isWithin = (subset: Set<string>, all: Set<string>) => [...subset].every((item) => all.has(item));
const english = new Map(
  Object.entries(i18next.getDataByLanguage('en') ?? {})
    .flatMap(([namespace, texts]) => flat(texts as Texts, `${namespace}:`))
    .filter(([key]) => !ENGLISH_ONLY.some((start) => key.startsWith(start))),
);
/** The keys that a language needs for the English texts, with its own plural forms. */
function keysIn(language: string): Set<string> {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const keys = [...english.keys()].flatMap((key) => {
    const bare = key.replace(PLURAL, '');
    return bare === key || key.endsWith('_zero') ? [key] : forms.map((form) => `${bare}_${form}`);
  });
  // In English the server supplies them.
  return new Set([...keys, ...hold.shape.rule.options.map((rule) => `hold:${rule}`)]);
}

describe.each(['es', 'pt', 'de', 'he', 'ar'])('%s', (language) => {
  const wanted = keysIn(language);
  const translations = new Map([
    ...Object.entries(files).flatMap(([file, texts]) => {
      const [, of, namespace] = /(\w+)\/(\w+)\.json$/.exec(file) ?? [];
      return of === language ? flat(texts, `${namespace}:`) : [];
    }),
    ...Object.entries(frames).flatMap(([file, namespaces]) =>
      file.includes(`/${language}/`)
        ? Object.entries(namespaces).flatMap(([namespace, texts]) => flat(texts, `${namespace}:`))
        : [],
    ),
  ]);

  it('has every text, in each of its plural forms', () => {
    expect([...wanted].filter((key) => !translations.has(key))).toEqual([]);
  });

  it('has no text that English lacks', () => {
    expect([...translations.keys()].filter((key) => !wanted.has(key))).toEqual([]);
  });

  it('has the same placeholders and tags in its texts', () => {
    const mismatched = [...translations].filter(([key, text]) => {
      const bare = key.replace(PLURAL, '');
      const original = english.get(key) ?? english.get(`${bare}_other`) ?? text;
      const has = marks(text);
      // A number may be spelled out: "one person".
      const mayOmit = PLURAL.test(key) && !key.endsWith('_other');
      return !isWithin(has, marks(original)) || !(mayOmit || isWithin(marks(original), has));
    });
    expect(mismatched).toEqual([]);
  });

  it('leaves no sentence in English', () => {
    const wordCount = (text: string) => text.match(/\p{L}+/gu)?.length ?? 0;
    expect([...translations].filter(([key, text]) => english.get(key) === text && wordCount(text) > 3)).toEqual([]);
  });

  it('names the menu’s groups unlike any section of a page: both are landmarks', () => {
    const groups = [...translations].filter(([key]) => key.startsWith('frame:group.')).map(([, text]) => text);
    expect(groups).toHaveLength(10);
    expect(new Set(groups).size).toBe(10);
    expect(groups).not.toContain(translations.get('agent:conversation'));
  });
});
