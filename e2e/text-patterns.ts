import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';

const LOCALES = join(import.meta.dirname, '../apps/web/src/lib/i18n/locales');

/**
 * Returns a function from parts_ of a language (`messages:compose.send`) to patterns of the whole text, in which
 * placeholders (`{{count}}`) match anything.
 */
export function textPatterns(language: string): (key: string) => RegExp {
  return (key) => {
    const [namespace = '', path = ''] = key.split(':');
    const names = path.split('.');
    const text = textsOf(language, namespace)
      .map((texts) =>
        names.reduce<unknown>((node, name) => (node as Record<string, unknown> | undefined)?.[name], texts),
      )
      .find((found) => found !== undefined);
    if (typeof text !== 'string') throw new Error(`${language} has no text for ${key}`);
    const parts = text.split(/\{\{\w+\}\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    // Required fields have a star after their name.
    return new RegExp(`^\\s*${parts.join('.*')}\\s*\\*?\\s*$`, 'u');
  };
}

/** A namespace is a separate file, or consists of parts from each feature (`frame/<feature>.json`). */
function textsOf(language: string, namespace: string): unknown[] {
  const read = (file: string) => JSON.parse(readFileSync(join(LOCALES, language, file), 'utf8'));
  if (existsSync(join(LOCALES, language, `${namespace}.json`))) return [read(`${namespace}.json`)];
  return readdirSync(join(LOCALES, language, 'frame')).map((file) => read(join('frame', file))[namespace]);
}

/**
 * Returns the positions of the visible characters of `text`, a part of an element's text, as distances from the left in
 * pixels.
 */
export function placesOf(locator: Locator, text: string): Promise<number[]> {
  return locator.evaluate((element, wanted) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const from = (node.nodeValue ?? '').indexOf(wanted);
      if (from < 0) continue;
      return Array.from(wanted).flatMap((letter, at) => {
        const range = document.createRange();
        range.setStart(node, from + at);
        range.setEnd(node, from + at + 1);
        return letter.trim() === '' ? [] : [range.getBoundingClientRect().left];
      });
    }
    throw new Error(`“${wanted}” is nowhere in “${element.textContent}”`);
  }, text);
}
