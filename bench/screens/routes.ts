import type { Page } from 'playwright-core';

export type Visitor = 'nobody' | 'user' | 'free' | 'admin';

/** A screen and its visitor. */
export interface MeasuredRoute {
  /** Path as in the route tree. */
  route: string;
  /**
   * URL to open, if it differs from the route. `ENGINE_ID` is an engine of the demo, `KNOWLEDGE_BASE_ID` a base created
   * for the benchmark.
   */
  address?: string;
  as: Visitor;
  /** URL at which the visitor ends up; defaults to the opened one. */
  endsAt?: RegExp;
  /** Uses the screen for its purpose and resolves once that has had an effect. */
  use: (page: Page) => Promise<void>;
}

const press = (name: string | RegExp, effect: (page: Page) => ReturnType<Page['getByText']>, role: Role = 'button') => {
  return async (page: Page) => {
    await page.getByRole(role, { name }).first().click();
    await effect(page).first().waitFor();
  };
};
type Role = 'button' | 'tab' | 'switch';
const dialog = (page: Page) => page.getByRole('dialog');
const text = (words: string) => (page: Page) => page.getByText(words);

const leave = (name: string) => async (page: Page) => {
  const from = new URL(page.url()).pathname;
  await page.getByRole('link', { name }).first().click();
  await page.waitForURL((url) => url.pathname !== from);
};

/** Waits until the content is shown without placeholders. */
const read = async (page: Page) => {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
};

/** All screens; the benchmark refuses to run if the route tree has any other. */
export const MEASURED: readonly MeasuredRoute[] = [
  { route: '/login', as: 'nobody', use: press('Sign in', text('Enter your email address')) },
  { route: '/signup', as: 'nobody', use: press('Create account', text('Enter your name')) },
  { route: '/fyp', as: 'nobody', use: press('Send link', text('Enter your email address')) },
  {
    route: '/reset-password',
    address: '/reset-password?token=measured',
    as: 'nobody',
    use: press('Save password', text('Use at least 8 characters')),
  },
  { route: '/forbidden-access', as: 'user', use: leave('Go to the calendar') },
  { route: '/page-not-found', as: 'nobody', use: leave('Go to the home page') },
  { route: '/calendar', as: 'user', use: press('New message', dialog) },
  { route: '/import-messages', as: 'user', use: press('New message', dialog) },
  { route: '/contacts', as: 'user', use: press('New contact', dialog) },
  { route: '/campaigns', as: 'user', use: leave('New campaign') },
  { route: '/campaigns-management', as: 'user', use: press('New audience', dialog) },
  { route: '/launch-campaign', as: 'user', use: press('Next', text('Campaign name')) },
  {
    route: '/unsubscribe/$subscriptionID',
    address: '/unsubscribe/01920000-0000-7000-8000-000000000000',
    as: 'nobody',
    // An unknown subscription, so it can only say that the link is not valid.
    use: async (page) => page.getByText('This link isn’t valid').waitFor(),
  },
  // Creating another engine exceeds the demo's plan, which the dialog says.
  { route: '/engines', as: 'free', use: press('Create engine', dialog) },
  { route: '/knowledge-base', as: 'user', use: press('New knowledge base', dialog) },
  {
    route: '/knowledge-base/$id',
    address: '/knowledge-base/KNOWLEDGE_BASE_ID',
    as: 'user',
    use: press('Actions for Measured', (page) => page.getByRole('menuitem', { name: 'Rename' })),
  },
  ...[
    '/account',
    '/account-invoices',
    '/account-language',
    '/account-notification',
    '/account-security',
    '/account-subscription',
    '/account-workspace',
    '/admin-api',
    '/admin-billing',
    '/admin-billing-old',
    '/ai-assistant',
    '/btgpt',
    '/credits-usage',
    '/edit-workspace',
    '/new-workspace',
    '/notifications-drawer',
    '/support',
    '/user-management',
    '/user-overview',
    '/whatsapp-numbers',
  ].map((route) => ({ route, as: 'user' as const, use: read })),
  ...['/subscription-plans-demo', '/thank-you', '/trialModal', '/uninstall'].map((route) => ({
    route,
    as: 'nobody' as const,
    use: read,
  })),
  ...[
    ['/invoices/$invoiceId', '/invoices/01920000-0000-7000-8000-000000000000'],
    ['/join-workspace/$workspaceId', '/join-workspace/01920000-0000-7000-8000-000000000000'],
  ].map(([route = '', address = '']) => ({ route, address, as: 'user' as const, use: read })),
  { route: '/pricing', as: 'user', use: press('Switch to Free', dialog) },
  {
    route: '/engine-explorer/$engineId',
    address: '/engine-explorer/ENGINE_ID',
    as: 'user',
    use: press('Settings', text('Sending speed'), 'tab'),
  },
  { route: '/qr-view', as: 'user', use: leave('Back to connections') },
  {
    route: '/whatsapp-simulator',
    as: 'user',
    use: async (page) => {
      await page.getByRole('textbox', { name: 'To' }).fill('+447700900001');
      await page.getByRole('textbox', { name: 'Message' }).fill('Hello');
      await page.locator('button:enabled', { hasText: /^Send$/ }).waitFor();
    },
  },
  { route: '/k8s-analyzer', as: 'admin', use: press('Pod History', dialog) },
  {
    route: '/k8s-analyzer-nodes',
    as: 'admin',
    use: async (page) => {
      await page.locator('table tbody tr').first().waitFor();
      await page.getByRole('switch', { name: 'All nodes' }).click();
      await page.waitForURL(/[?&]/);
    },
  },
  {
    route: '/session-timeline/{-$sessionId}',
    address: '/session-timeline',
    as: 'admin',
    use: (page) => page.getByRole('main').getByRole('listitem').first().waitFor(),
  },
  { route: '/bot-list-view', as: 'user', use: press('New bot', dialog) },
  {
    route: '/bot-detail-view/$botId',
    address: '/bot-detail-view/01920000-0000-7000-8000-000000000000',
    as: 'user',
    use: leave('Bot List'),
  },
  {
    route: '/bot-detail-view/$botId/session/$sessionId',
    address: '/bot-detail-view/01920000-0000-7000-8000-000000000000/session/01920000-0000-7000-8000-000000000000',
    as: 'user',
    use: leave('Bot List'),
  },
  {
    route: '/bot-build-view/$botId',
    address: '/bot-build-view/01920000-0000-7000-8000-000000000000',
    as: 'user',
    use: leave('Bot List'),
  },
  {
    route: '/bot-usage-dashboard',
    as: 'admin',
    use: press('Event Distribution', text('Node Event Distribution'), 'tab'),
  },
  { route: '/bots', as: 'admin', use: leave('Back to Dashboard') },
  { route: '/sessions', as: 'admin', use: leave('Back to Dashboard') },
  {
    route: '/cluster-audit',
    as: 'admin',
    use: async (page) => {
      await page.getByLabel('Pod, node or person').fill('measured');
      await page.waitForURL(/q=measured/);
    },
  },
  {
    route: '/cluster-optimizer',
    as: 'admin',
    use: press('Nodes & Pods', (page) => page.getByRole('tab', { name: 'Pod Health' }), 'tab'),
  },
  // Redirects.
  { route: '/', as: 'user', endsAt: /\/calendar$/, use: press('New message', dialog) },
  {
    route: '/$',
    address: '/no/such/page',
    as: 'user',
    endsAt: /\/calendar$/,
    use: press('New message', dialog),
  },
];
