import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './fixtures.ts';
import { createOwnServer, type OwnServer } from './own-server.ts';

// They delete the one engine pod in turn, so they run one after another; each stands by itself.
test.describe.configure({ mode: 'default' });

let server: OwnServer;
test.beforeAll(async () => {
  server = await createOwnServer({ LOG_LEVEL: 'info' });
  await server.start();
});
test.afterAll(() => server.remove());

/** A page of this file's own server, signed in. */
async function open(page: Page, path: string, as = 'admin'): Promise<void> {
  const answer = await page.request.post(`${server.url}/api/auth/sign-in/email`, {
    data: { email: `${as}@switchyard.local`, password: 'switchyard-demo' },
    headers: { origin: server.url },
  });
  expect(answer.status()).toBe(200);
  await page.goto(server.url + path);
}

/** The demo's one engine pod, as soon as it runs: its name and uid. */
async function enginePod(page: Page, not?: string): Promise<{ name: string; uid: string }> {
  let found: { name: string; uid: string } | undefined;
  await expect
    .poll(
      async () => {
        const { items } = await (await page.request.get(`${server.clusterUrl}/api/v1/pods`)).json();
        const pod = items.find(
          (one: { metadata: { uid: string; deletionTimestamp?: string }; status: { phase: string } }) =>
            one.metadata.uid !== not && !one.metadata.deletionTimestamp && one.status.phase === 'Running',
        );
        found = pod?.metadata;
        return found?.uid;
      },
      { timeout: 30_000 },
    )
    .toBeTruthy();
  return found as { name: string; uid: string };
}

const deletions = async (page: Page) =>
  (await (await page.request.get(`${server.url}/api/cluster/deletions`)).json()).data as Record<string, unknown>[];

test('spec 001 §2, §6: the three routes are for administrators', async ({ page }) => {
  await open(page, '/calendar', 'user');
  for (const path of ['/cluster-optimizer', '/k8s-analyzer', '/k8s-analyzer-nodes']) {
    await page.goto(server.url + path);
    await expect(page).toHaveURL(/\/forbidden-access/);
  }
});

test('spec 001 §2.1: the optimizer’s texts, tabs and checkboxes', async ({ page }) => {
  await open(page, '/cluster-optimizer');
  await enginePod(page);
  await expect(page.getByRole('heading', { name: 'Cluster Optimizer' })).toBeVisible();
  await expect(page.getByText(`Connected to ${server.clusterUrl}`)).toBeVisible();
  await expect(page.getByText('Real-time updates via Watch API')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Load Sessions' })).toBeVisible();
  await expect(page.getByRole('tab')).toHaveText(['Overview', 'Nodes & Pods', 'Sessions']);
  for (const card of ['Total Nodes', 'Total Pods', 'Running Pods', 'Sessions']) {
    await expect(page.getByRole('region', { name: card, exact: true })).toBeVisible();
  }
  await expect(page.getByRole('region', { name: 'Sessions' })).toContainText(
    'Active in Pod 1 · Missing Pod 0 · No Pod 0',
  );
  await expect(page.getByRole('heading', { name: 'Session Health' })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('tab', { name: 'Nodes & Pods' }).click();
  await page.getByLabel('Gateway Nodes').uncheck();
  await page.getByLabel('Normal Nodes').uncheck();
  await expect(page.getByText('No nodes selected. Please select at least one node type.')).toBeVisible();
  await page.getByRole('tab', { name: 'Pod Health' }).click();
  await expect(page.getByText('Please select at least one node type using the checkboxes above.')).toBeVisible();
  await page.getByLabel('Normal Nodes').check();
  const head = page.getByRole('table', { name: 'Pod Health' }).getByRole('columnheader');
  await expect(head).toHaveText([
    'Sessions',
    'Pod ID',
    'Pod Name',
    'Status',
    /^Memory/,
    'CPU',
    'App',
    'Namespace',
    'Node',
    'Actions',
  ]);
  await page.getByPlaceholder('Search pods...').fill('no pod has this name');
  await expect(page.getByText('No pods found matching the current filter criteria.')).toBeVisible();

  await page.getByRole('tab', { name: 'Sessions' }).click();
  await expect(page.getByRole('table', { name: 'Sessions' }).getByRole('columnheader')).toHaveText([
    'Session ID',
    'User',
    'Pod',
    'Status',
    'Last Active',
  ]);
  await page.getByPlaceholder('Search sessions...').fill('user@switchyard');
  await expect(page.getByText('1 result', { exact: true })).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
});

test('spec 001 §2.1, §4: logs are read and a real engine pod is deleted by the proxy, goes, and comes back', async ({
  page,
}) => {
  await open(page, '/cluster-optimizer');
  const pod = await enginePod(page);
  await page.getByRole('tab', { name: 'Nodes & Pods' }).click();
  await page.getByRole('button', { name: /^Show the pods of/ }).click();
  await page.getByRole('button', { name: `View logs of ${pod.name}` }).click();
  const log = page.getByRole('dialog', { name: `Pod logs: ${pod.name}` });
  await expect(log.getByRole('log')).toContainText('engine');
  for (const button of ['Refresh', 'Pause auto-scroll', 'Download'])
    await expect(log.getByRole('button', { name: button })).toBeVisible();
  await log.getByRole('button', { name: 'Pause auto-scroll' }).click();
  await expect(log.getByRole('button', { name: 'Resume auto-scroll' })).toBeVisible();
  await log.getByRole('button', { name: 'Close', exact: true }).last().click();

  await page.getByRole('button', { name: `Delete ${pod.name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Pod' });
  await expect(dialog).toContainText(
    `Are you sure you want to delete the pod ${pod.name}? This action cannot be undone and may disrupt active sessions.`,
  );
  await dialog.getByRole('button', { name: 'Delete Pod' }).click();
  await expect(page.getByText(`Pod ${pod.name} is being gracefully deleted.`)).toBeVisible();
  const next = await enginePod(page, pod.uid);
  expect(next.uid).not.toBe(pod.uid);
  await page.mouse.move(0, 0);
  await expect(
    page.getByRole('row').filter({ hasText: 'switchyard-engine' }).filter({ hasText: 'Running' }),
  ).toBeVisible();
  expect((await deletions(page))[0]).toMatchObject({
    podUid: pod.uid,
    cause: 'manual',
    via: 'proxy',
    outcome: 'deleted',
    actor: { email: 'admin@switchyard.local' },
  });
});

test('spec 001 §2.2, §4, §8: the gateway console deletes by the backend when the proxy is away', async ({ page }) => {
  await page.route(`${server.clusterUrl}/**`, (route) => route.abort());
  await open(page, '/k8s-analyzer');
  const pod = await enginePod(page);
  await expect(page.getByRole('heading', { name: /Gateway Pods Status/ })).toBeVisible();
  await expect(page.getByText(/^Refresh in (30|2\d) s$/)).toBeVisible();
  await expect(page.getByLabel('Auto-refresh')).toBeChecked();
  await expect(page.getByLabel('Auto-delete')).not.toBeChecked();
  const table = page.getByRole('table', { name: 'Gateway Pods Status' });
  await expect(table.getByRole('columnheader')).toHaveText([
    'Pod Name',
    'Status',
    'Ready State',
    'Version',
    'Container Status',
    'Sessions',
    'Actions',
  ]);
  await expectAccessible(page);

  await page.getByRole('button', { name: `View details of ${pod.name}` }).click();
  await expect(page.getByRole('dialog', { name: 'Pod details' })).toContainText('Running');
  await page.keyboard.press('Escape');

  await page.getByRole('switch', { name: 'Show deletion candidates' }).click();
  await expect(page.getByText('No pods match the deletion criteria (non-running pods without sessions)')).toBeVisible();
  await page.getByRole('button', { name: 'Delete candidates' }).click();
  await expect(page.getByText('No non-running pods without sessions to delete.')).toBeVisible();
  await page.getByRole('switch', { name: 'Show deletion candidates' }).click();
  await page.getByLabel('Pod name').fill('no pod has this name');
  await expect(page.getByText('No pods match the current filters')).toBeVisible();
  await page.getByLabel('Pod name').fill('');

  await page.getByRole('button', { name: `Delete ${pod.name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm Pod Deletion' });
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Kubectl proxy unavailable, using API deletion...')).toBeVisible();
  await expect(page.getByText(`Pod ${pod.name} is being gracefully deleted.`)).toBeVisible();
  await enginePod(page, pod.uid);
  expect((await deletions(page))[0]).toMatchObject({ podUid: pod.uid, via: 'api', outcome: 'deleted' });
  await page.getByRole('button', { name: /^Pod History/ }).click();
  await expect(page.getByRole('dialog', { name: 'Pod status history' })).toContainText('0.0 changes a minute');
});

test('spec 001 §2.3, §4, §8: the nodes monitor terminates with a cooldown, and retries what fails', async ({
  page,
}) => {
  await open(page, '/k8s-analyzer-nodes');
  const pod = await enginePod(page);
  await expect(page.getByRole('region', { name: 'Average memory' })).toBeVisible();
  await page.getByRole('button', { name: /^Show the pods of/ }).click();
  await page.getByRole('button', { name: `Terminate ${pod.name}` }).click();
  await page.getByRole('dialog', { name: 'Terminate' }).getByRole('button', { name: 'Terminate' }).click();
  await expect(page.getByText(`A terminate signal was sent to ${pod.name}.`)).toBeVisible();
  await expect(page.getByRole('region', { name: 'High memory monitor' })).toContainText(/(20:00|19:5\d)/);
  await enginePod(page, pod.uid);
  await expectAccessible(page);

  await page.getByLabel('Name contains').first().fill('no node has this name');
  await expect(page.getByText('No nodes match the current filter criteria')).toBeVisible();

  await page.route('**/api/cluster/nodes*', (route) => route.abort());
  await page.reload();
  await expect(page.getByText('Connection to server failed. Backend service may be unavailable.')).toBeVisible();
  await expect(page.getByText('Unable to load node data. Please check your connection and try again.')).toBeVisible();
  await expect(page.getByText('Retry attempt 1/3')).toBeVisible();
  await page.unroute('**/api/cluster/nodes*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('table', { name: 'Kubernetes Nodes' })).toBeVisible();
});

test('spec 001 §4: auto mode is remembered between visits', async ({ page }) => {
  await open(page, '/k8s-analyzer-nodes');
  await page.getByRole('switch', { name: 'Auto mode' }).click();
  await page.reload();
  await expect(page.getByLabel('Auto mode')).toBeChecked();
});
