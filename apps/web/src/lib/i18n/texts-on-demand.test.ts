import i18next from 'i18next';
import { afterAll, expect, it } from 'vitest';
import '../../../test/english.ts';
import { addTexts } from './i18n.ts';
import { waitForTexts } from './routes-with-texts.ts';
import { loadTexts } from './texts-on-demand.ts';

// Other files of this worker are in English.
afterAll(() => i18next.changeLanguage('en'));

it('a screen counts as loaded once its texts in the chosen language are, and untranslated texts are English', async () => {
  const loaded: string[] = [];
  const file = (namespace: string) => async () => {
    loaded.push(namespace);
    return { title: `Titel von ${namespace}` };
  };
  addTexts('first', { title: 'Title of first' });
  addTexts('page', { '/one': 'One', '/two': 'Two' });
  await loadTexts('de', {
    namespaces: { './de/first.json': file('first'), './de/later.json': file('later') },
    frame: async () => [{ page: { '/one': 'Eins' } }, { page: { '/two': 'Zwei' }, state: {} }],
  });
  await i18next.changeLanguage('de');
  expect(loaded).toEqual(['first']);

  const translate = (key: string) => String(i18next.t(key as never));
  const component: { preload?: () => Promise<unknown> } = {
    preload: async () => {
      addTexts('later', { title: 'Title of later', more: 'More' });
      addTexts('operators', { title: 'Title of operators' });
      delete component.preload;
    },
  };
  waitForTexts([{ options: { component } } as never]);
  await component.preload?.();
  expect([translate('page:/one'), translate('page:/two')]).toEqual(['Eins', 'Zwei']);
  expect(translate('later:title')).toBe('Titel von later');
  expect(translate('later:more')).toBe('More');
  expect(translate('operators:title')).toBe('Title of operators');
  expect(loaded).toEqual(['first', 'later']);
});
