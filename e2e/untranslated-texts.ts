import type { Page } from '@playwright/test';

/** Names, languages in their own spelling, time zones, texts of Intl, and keys of the keyboard. */
const NAMES =
  /switchyard|simulated whatsapp|whatsapp|ctrl|esc|\benter\b|\bshift\b|español|english|português|deutsch|chrome on linux|another program|[\w.]+@[\w.]+|\b\w+\/\w+(\/\w+)?\b|\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)\w*\b|\b(ago|now|yesterday|tomorrow|min|hr|sec|days?|in|am|pm|gmt|utc)\b/gi;

const IDS = /\b(?=[a-f]*\d)[0-9a-f]{8,}(-[0-9a-f]+)*\b/g;

/**
 * Returns words of three or more letters that the page shows or announces without an accent. All translated texts of
 * the test languages have accents (lib/i18n/pseudo.ts), so these come from elsewhere. People's own texts are in
 * `dir="auto"` or `bdi`.
 */
export async function untranslatedTexts(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const isOwn = (element: Element | null) =>
      element === null ||
      element.closest(
        '[lang="en"] [lang="en"], [dir="auto"], bdi, time, code, select, textarea, script, style, noscript, svg',
      ) !== null;
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode;
      if (!isOwn(parentElement) && parentElement?.checkVisibility()) found.push(textContent ?? '');
    }
    for (const element of document.body.querySelectorAll('[aria-label], [placeholder], [title]')) {
      if (element.closest('[dir="auto"], bdi, time, [aria-hidden="true"]') || !element.checkVisibility()) continue;
      for (const name of ['aria-label', 'placeholder', 'title']) found.push(element.getAttribute(name) ?? '');
    }
    return found;
  });
  const isPlain = (text: string) =>
    /(?<!\p{L})[a-z]{3,}(?!\p{L})/iu.test(text.replaceAll(IDS, '').replaceAll(NAMES, ''));
  return [...new Set(texts.filter(isPlain))];
}
