import type { Page } from '@playwright/test';
import {
  expect,
  expectAccessible,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  signIn,
  test,
} from './fixtures.ts';

// A sign-in creates a notification, and two seconds after going live the page reloads what it may have missed, which
// can coincide with the user signing out.
test.use({ allowedErrors: [/status of 401 .*\/api\/(notifications|engines|first-steps|live\/ticket)/] });

const unique = () => `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;

test('a user signs up, works, signs out, resets the password with the mailed link and signs in', async ({
  page,
  playwright,
  baseURL,
}) => {
  const email = `ada-${unique()}@example.com`;
  await page.goto('/signup');
  await page.getByLabel('Your name').fill('Ada Lovelace');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('first password');
  await page.getByLabel('Workspace name').fill('Analytical Engines');
  await page.getByLabel('Country').selectOption('GB');
  await page.getByLabel('Time zone').selectOption('Europe/London');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL('/calendar');
  await expect(page.getByText('Analytical Engines')).toBeVisible();
  const me = await (await page.request.get('/api/me')).json();
  expect(me.workspace).toMatchObject({ name: 'Analytical Engines', zone: 'Europe/London', country: 'GB' });

  // Requests in flight at sign-out are refused, which the browser logs.
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Account: Ada Lovelace' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/login');

  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText(`If ${email} has an account`)).toBeVisible();

  const admin = await playwright.request.newContext(baseURL ? { baseURL } : {});
  await signIn(admin, 'admin@switchyard.local', 'switchyard-demo');
  const outbox = await (await admin.get('/api/outbox?limit=100')).json();
  await admin.dispose();
  const mail = outbox.data.find((entry: { to: string }) => entry.to === email);
  const link = /https?:\/\/\S+\/reset-password\?token=\S+/.exec(mail.text)?.[0] ?? '';

  await page.goto(link);
  await page.getByLabel('New password').fill('second password');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByRole('status')).toHaveText('Password changed. Sign in with your new password.');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('second password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/calendar');
});

test('a passkey is added and signs in without a password', async ({ page, baseURL }) => {
  const data = { name: 'Grace', email: `grace-${unique()}@example.com`, password: 'a long enough password' };
  await page.request.post('/api/auth/sign-up/email', { data, headers: { origin: baseURL ?? '' } });
  const device = await page.context().newCDPSession(page);
  await device.send('WebAuthn.enable');
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto('/account-security');
  const card = page.getByRole('form', { name: 'Passkeys' });
  await card.getByLabel('Name').fill('My laptop');
  await card.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(card.getByRole('button', { name: 'Remove passkey My laptop' })).toBeVisible();

  // The page's own requests would be refused without its cookie.
  await page.goto('about:blank');
  await page.context().clearCookies();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page).toHaveURL('/calendar');
  expect(await (await page.request.get('/api/me')).json()).toMatchObject({ email: data.email });
});

test.describe('with refused requests', () => {
  test.use({ allowedErrors: [/status of 4(01|22)/] });

  test('a wrong password is reported in the form, which keeps the input', async ({ page }) => {
    await page.goto('/login');
    await page.getByLabel('Email').fill('user@switchyard.local');
    await page.getByLabel('Password', { exact: true }).fill('not this one');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
      'The email or password is incorrect.',
    );
    await expect(page.getByLabel('Email')).toHaveValue('user@switchyard.local');
    await expectAccessible(page);
  });

  test('an address with an account is reported at its field, which gets the focus', async ({ page }) => {
    await page.goto('/signup');
    await page.getByLabel('Your name').fill('Somebody');
    await page.getByLabel('Email').fill('user@switchyard.local');
    await page.getByLabel('Password', { exact: true }).fill('long enough');
    await page.getByLabel('Workspace name').fill('Somewhere');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByText('There is an account with this address. Sign in instead.')).toBeVisible();
    await expect(page.getByLabel('Email')).toBeFocused();
  });

  test('an expired reset link offers a new one', async ({ page }) => {
    await page.goto('/reset-password?token=used-before');
    await page.getByLabel('New password').fill('second password');
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByRole('link', { name: 'Send a new link' }).click();
    await expect(page).toHaveURL('/fyp');
  });
});

test('empty and invalid fields are reported without a request', async ({ page }) => {
  await page.goto('/signup');
  await page.getByLabel('Email').fill('ada@');
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Enter your name')).toBeVisible();
  await expect(page.getByText('Enter an email address, such as ada@example.com')).toBeVisible();
  await expect(page.getByText('Use at least 8 characters')).toBeVisible();
  await expect(page.getByText('Enter a workspace name')).toBeVisible();
  await expect(page.getByLabel('Your name')).toBeFocused();
});

test('signing in by keyboard returns to the requested page', async ({ page }) => {
  await page.goto('/calendar?view=month');
  await expect(page).toHaveURL(/\/login\?returnTo=/);
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.keyboard.type('user@switchyard.local');
  await page.keyboard.press('Tab');
  await page.keyboard.type('switchyard-demo');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/calendar\?view=month/);
});

test('a demo account fills in the form with one click', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Free user' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/calendar');
});

/** Measures what a page loads until it is idle: number of requests and compressed bytes of script. */
async function measureLoad(
  page: Page,
  path: string,
): Promise<{ requests: number; scripts: number; scriptBytes: number }> {
  const { gzipSync } = await import('node:zlib');
  const sizes: Promise<number>[] = [];
  let requests = 0;
  page.on('request', () => {
    requests += 1;
  });
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    sizes.push(response.body().then((body) => gzipSync(body, { level: 9 }).length));
  });
  await page.goto(path);
  // Before the page is rendered, a pause in requests may only mean that the machine is busy.
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  const scriptBytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  return { requests, scripts: sizes.length, scriptBytes };
}

test('the login page loads at most 160 KB of script, compressed', async ({ page }) => {
  const { scripts, scriptBytes } = await measureLoad(page, '/login');
  expect(scripts).toBeGreaterThan(1);
  expect(scriptBytes).toBeLessThanOrEqual(160_000);
});

test.describe('signed in', () => {
  test.use({ as: 'user' });
  test('the calendar makes at most 45 requests and loads at most 330 KB of script, compressed', async ({ page }) => {
    const { requests, scriptBytes } = await measureLoad(page, '/calendar');
    expect(scriptBytes).toBeGreaterThan(160_000);
    expect(scriptBytes).toBeLessThanOrEqual(330_000);
    expect(requests).toBeLessThanOrEqual(45);
  });
});

const publicScreens = ['/login', '/signup', '/fyp', '/reset-password?token=x', '/forbidden-access', '/page-not-found'];

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 780 } });
  for (const path of publicScreens) {
    test(`${path} is accessible in light and dark and does not scroll sideways`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessibleInBothSchemes(page);
      await expectNoSidewaysScroll(page);
    });
  }
});
