import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';

const LOCALES = join(import.meta.dirname, '../apps/web/src/lib/i18n/locales');

/**
 * The words of a language, by where they stand (`messages:compose.send`): as a pattern of the whole text, in which what
 * differs (`{{count}}`) is anything.
 */
export function wordsOf(language: string): (place: string) => RegExp {
  return (place) => {
    const [namespace = '', path = ''] = place.split(':');
    const keys = path.split('.');
    const text = textsOf(language, namespace)
      .map((texts) => keys.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], texts))
      .find((found) => found !== undefined);
    if (typeof text !== 'string') throw new Error(`${language} has no words for ${place}`);
    const parts = text.split(/\{\{\w+\}\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    // A field that must be filled in has a star behind its name.
    return new RegExp(`^\\s*${parts.join('.*')}\\s*\\*?\\s*$`, 'u');
  };
}

/** A namespace is a file of its own, or each feature brings a part of it (`frame/<feature>.json`). */
function textsOf(language: string, namespace: string): unknown[] {
  const read = (file: string) => JSON.parse(readFileSync(join(LOCALES, language, file), 'utf8'));
  if (existsSync(join(LOCALES, language, `${namespace}.json`))) return [read(`${namespace}.json`)];
  return readdirSync(join(LOCALES, language, 'frame')).map((file) => read(join('frame', file))[namespace]);
}

/**
 * The places on the screen of the characters of `text`, a part of what an element shows, as far as they leave a mark:
 * distances from the left, in pixels.
 */
export function placesOf(shown: Locator, text: string): Promise<number[]> {
  return shown.evaluate((element, sought) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const from = (node.nodeValue ?? '').indexOf(sought);
      if (from < 0) continue;
      return Array.from(sought).flatMap((letter, at) => {
        const range = document.createRange();
        range.setStart(node, from + at);
        range.setEnd(node, from + at + 1);
        return letter.trim() === '' ? [] : [range.getBoundingClientRect().left];
      });
    }
    throw new Error(`“${sought}” is nowhere in “${element.textContent}”`);
  }, text);
}
