import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import type { OwnServer } from './own-server.ts';

/** Adds a new member to the owner's workspace, with their own page. */
export async function joinAsMember(
  own: Pick<OwnServer, 'url'>,
  owner: Page,
  { page, name }: { page: Page; name: string },
): Promise<void> {
  const headers = { origin: own.url };
  const email = `${name.toLowerCase()}@example.test`;
  const invited = await owner.request.post('/api/workspace/invitations', { data: { email, role: 'member' }, headers });
  const { link } = (await invited.json()) as { link: string };
  const password = 'a long enough password';
  const person = { name, email, password, zone: 'Europe/London', country: 'GB' };
  expect((await page.request.post('/api/auth/sign-up/email', { data: person, headers })).status()).toBe(200);
  await page.goto(link);
  await page.getByRole('button', { name: 'Join' }).click();
  await expect(page).toHaveURL('/calendar');
}
