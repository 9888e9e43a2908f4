import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import '../test/english.ts';

type Texts = { [key: string]: string | Texts };
import.meta.glob(['./{components,features}/**/*texts.ts'], { eager: true });
const files = import.meta.glob<Texts>('./lib/i18n/locales/*/*.json', { eager: true, import: 'default' });
const locales: Record<string, Record<string, Texts>> = {};
for (const [file, texts] of Object.entries(files)) {
  const [, language = '', namespace = ''] = /(\w+)\/(\w+)\.json$/.exec(file) ?? [];
  locales[language] = { ...locales[language], [namespace]: texts };
}
const PLURAL = /_(zero|one|two|few|many|other)$/;
/** Names of screens and states, which every feature adds to: what is new there is English at first. */
const OF_MANY = ['page', 'state'];

const flat = (texts: Texts, path = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value] as [string, string]] : flat(value, `${path}${key}.`),
  );
const placeholders = (text: string) => new Set(text.match(/\{\{\w+\}\}/g) ?? []);
const english = (namespace: string) =>
  new Map(
    flat(i18next.getResourceBundle('en', namespace) as Texts).map(([key, text]) => [key.replace(PLURAL, ''), text]),
  );

describe.each(Object.entries(locales))('%s', (_language, texts) => {
  const namespaces = Object.entries(texts).filter(([namespace]) => !OF_MANY.includes(namespace));

  it.each(namespaces)('says of %s what English says, with the same things put into it', (namespace, bundle) => {
    const known = english(namespace);
    for (const [key, text] of flat(bundle)) {
      const original = known.get(key.replace(PLURAL, ''));
      expect(original, `${namespace}:${key}`).toBeDefined();
      // A plural may be in words: "one person".
      const wanted = placeholders(original ?? '');
      const given = placeholders(text);
      if (PLURAL.test(key))
        expect(
          [...given].every((one) => wanted.has(one)),
          `${namespace}:${key}`,
        ).toBe(true);
      else expect(given, `${namespace}:${key}`).toEqual(wanted);
    }
  });

  it('has every text of accounts, people and notifications', () => {
    for (const namespace of ['accounts', 'account', 'notifications', 'workspaces', 'screen', 'shell']) {
      const there = new Set(flat(texts[namespace] ?? {}).map(([key]) => key.replace(PLURAL, '')));
      expect(
        [...english(namespace).keys()].filter((key) => !there.has(key)),
        namespace,
      ).toEqual([]);
    }
  });
});
