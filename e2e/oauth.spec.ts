import { createHash } from 'node:crypto';
import { expect, expectAccessibleInBothSchemes, signIn, test } from './fixtures.ts';

test('a third-party client gets read-only access, is listed, and has its access revoked', async ({ page }) => {
  // A new sign-in, because an older one would have to be confirmed.
  await signIn(page.request, 'free@switchyard.local', 'switchyard-demo');
  await page.goto('/oauth-test');
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('button', { name: 'Go to the consent page' }).click();
  await expect(page.getByRole('heading', { name: 'Connect Switchyard OAuth test?' })).toBeVisible();
  await expect(page.getByText('You’ll return to a program on this device')).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await page.getByRole('checkbox', { name: 'Make changes' }).uncheck();
  await page.getByRole('button', { name: 'Allow' }).click();

  await expect(page.getByText('get_contacts')).toBeVisible();
  await expect(page.getByText('create_contact')).toHaveCount(0);
  await expect(page.getByText('Revoke the token')).toBeVisible();

  await page.goto('/mcp-clients');
  const row = page.getByRole('row').filter({ hasText: 'Switchyard OAuth test' }).first();
  await expect(row).toContainText('Read');
  const before = await page.getByRole('row').filter({ hasText: 'Switchyard OAuth test' }).count();
  await row.getByRole('button', { name: 'Revoke access for Switchyard OAuth test' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Switchyard OAuth test' })).toHaveCount(before - 1);
});

test('a signed-out user signs in on the way and may refuse', async ({ page, baseURL }) => {
  const back = `${baseURL}/oauth/callback`;
  const registered = await page.request.post('/api/auth/oauth2/register', {
    data: { client_name: 'Stranger', redirect_uris: [back], token_endpoint_auth_method: 'none' },
  });
  const { client_id } = (await registered.json()) as { client_id: string };
  const query = new URLSearchParams({
    response_type: 'code',
    client_id,
    redirect_uri: back,
    state: 'x',
    code_challenge: createHash('sha256').update('x'.repeat(43)).digest('base64url'),
    code_challenge_method: 'S256',
  });
  await page.goto(`/api/auth/oauth2/authorize?${query}`);
  await page.getByLabel('Email').fill('free@switchyard.local');
  await page.getByLabel('Password', { exact: true }).fill('switchyard-demo');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Connect Stranger?' })).toBeVisible();
  await page.getByRole('button', { name: 'Deny' }).click();
  await page.waitForURL(/\/oauth\/callback\?.*error=access_denied/);
  await expect(page.getByRole('heading', { name: 'No sign-in in progress' })).toBeVisible();
});

test.describe('the playground', () => {
  test.use({ allowedErrors: [/401|404.*v1\/openapi/] });

  test('calls only this server, without the browser’s cookies', async ({ page, baseURL }) => {
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(`${baseURL}/`) && request.url().startsWith('http')) elsewhere.push(request.url());
    });
    await page.goto('/api-playground');
    await page.getByRole('textbox', { name: 'Find an operation' }).fill('/contacts');
    await page.getByRole('button', { name: /GET (\/v1)?\/contacts$/ }).click();
    await page.getByRole('button', { name: 'Try it' }).click();
    await expect(page.getByText(/^401 in/)).toBeVisible();
    await expectAccessibleInBothSchemes(page);
    expect(elsewhere).toEqual([]);
  });
});
