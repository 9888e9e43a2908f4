import { expect, it } from 'vitest';
import { consoleKey } from './console-key.ts';

const page = (body: string) => {
  document.body.innerHTML = body;
  return document;
};
const press = (key: string, target: Element | null = document.body, more: object = {}) =>
  consoleKey(
    { key, target, ctrlKey: false, metaKey: false, altKey: false, defaultPrevented: false, ...more },
    document,
  );
const SCREEN = `<main><button id="any">x</button><input id="filter" data-filter /><table role="table"><tbody>
  <tr data-row="a" tabindex="0"></tr><tr data-row="b" tabindex="-1"></tr></tbody></table></main>`;

it('/ goes to the screen’s filter, or to the global search if there is none', () => {
  page(SCREEN);
  expect(press('/')).toEqual({ kind: 'focus', element: document.querySelector('#filter') });
  page('<main></main>');
  expect(press('/')).toEqual({ kind: 'search' });
});

it('j goes into the table, to the last focused row; the arrows scroll the page', () => {
  page(SCREEN);
  const row = document.querySelector('[data-row="a"]');
  expect(press('j')).toEqual({ kind: 'focus', element: row });
  expect(press('ArrowDown')).toBeNull();
  // From there on the table handles the keys.
  expect(press('j', row)).toBeNull();
});

it('? opens the sheet; ignores keys typed into a field, with a modifier, or below a dialog', () => {
  page(SCREEN);
  expect(press('?', document.querySelector('#any'))).toEqual({ kind: 'sheet' });
  expect(press('?', document.querySelector('#filter'))).toBeNull();
  expect(press('/', document.body, { ctrlKey: true })).toBeNull();
  expect(press('x')).toBeNull();
  page(`${SCREEN}<div role="dialog"></div>`);
  expect(press('/')).toBeNull();
});
