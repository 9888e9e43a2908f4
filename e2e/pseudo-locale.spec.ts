import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

// Every text of the translations carries accents here (lib/i18n/pseudo.ts): plain English words come from elsewhere.

test.use({ as: 'user' });

const SCREENS = [
  '/account',
  '/account-language',
  '/account-notification',
  '/account-security',
  '/account-subscription',
  '/account-workspace',
  '/calendar',
  '/edit-workspace',
  '/engines',
  '/import-messages',
  '/new-workspace',
  '/notifications-drawer',
  '/support',
  '/user-management',
  '/user-management?tab=invitations',
  '/user-management?tab=log',
  '/user-overview',
];

/** Names of things, of languages each in its own, of zones; what Intl writes, and keys of the keyboard. */
const NAMES =
  /switchyard|simulated whatsapp|whatsapp|ctrl|esc|español|english|português|deutsch|chrome on linux|another program|robin pro|rose & crown dental|[\w.]+@[\w.]+|\b\w+\/\w+(\/\w+)?\b|\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)\w*\b|\b(ago|now|yesterday|tomorrow|min|hr|sec|days?|in|am|pm|gmt|utc)\b/gi;

const IDS = /\b(?=[a-f]*\d)[0-9a-f]{8,}(-[0-9a-f]+)*\b/g;

/** Other tests write to people of their own in the same workspace. */
async function namesOfPeople(page: Page): Promise<Set<string>> {
  const names = new Set<string>();
  for (let skip = 0, total = 1; skip < total; skip += 200) {
    const answer = await page.request.get(`/api/messages?limit=200&skip=${skip}`);
    const found = (await answer.json()) as { data: { contactName: string }[]; total: number };
    for (const { contactName } of found.data) names.add(contactName);
    total = found.total;
  }
  return names;
}

/** Words of three letters and more that the page shows or says and that carry no accent; people's own words stand in `dir="auto"` or `bdi`. */
async function plainWords(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const isOwn = (element: Element | null) =>
      element === null ||
      element.closest(
        '[lang="en"] [lang="en"], [dir="auto"], bdi, time, code, select, script, style, noscript, svg',
      ) !== null;
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode;
      if (!isOwn(parentElement) && parentElement?.checkVisibility()) found.push(textContent ?? '');
    }
    for (const element of document.body.querySelectorAll('[aria-label], [placeholder], [title]')) {
      if (element.closest('[dir="auto"], bdi, time') || !element.checkVisibility()) continue;
      for (const name of ['aria-label', 'placeholder', 'title']) found.push(element.getAttribute(name) ?? '');
    }
    return found;
  });
  // A message of the calendar is told by its time and whom it is for; several by their names alone.
  const people = await namesOfPeople(page);
  const own = texts.filter(
    (text) => !/^\d{1,2}:\d{2} [AP]M /.test(text) && !text.split(', ').every((one) => people.has(one)),
  );
  const isPlain = (text: string) =>
    /(?<!\p{L})[a-z]{3,}(?!\p{L})/iu.test(text.replaceAll(IDS, '').replaceAll(NAMES, ''));
  return [...new Set(own.filter(isPlain))];
}

for (const screen of SCREENS) {
  test(`${screen} has no words outside of the translations`, async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('language', 'en-XA'));
    await page.goto(screen);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
    expect(await plainWords(page)).toEqual([]);
  });
}
