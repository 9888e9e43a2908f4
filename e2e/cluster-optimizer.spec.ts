import type { Page } from '@playwright/test';
import { consoleServer } from './cluster-console.ts';
import { expect, expectAccessible, test } from './fixtures.ts';

// Without random changes.
const server = consoleServer({ FLEET: 'nodes:6,pods:60,changes:0' });

/** Answers the stream with one complete current snapshot. */
async function showSnapshot(page: Page, snapshot: Record<string, unknown>): Promise<void> {
  const feed = { state: 'live', asOfMs: Date.now(), problem: null };
  const line = {
    reset: true,
    cursor: 'a.1',
    atMs: Date.now(),
    feed: { cluster: 'test', pods: feed, nodes: feed, metrics: feed },
  };
  await page.route('**/api/cluster/stream*', (route) =>
    route.fulfill({ contentType: 'application/x-ndjson', body: `${JSON.stringify({ ...line, ...snapshot })}\n` }),
  );
}

const engineRow = (page: Page) => page.getByRole('row').filter({ hasText: 'switchyard-engine' });

test('spec 001 §2.1 Overview: title, cluster, badge, cards, memory bar and Session Health', async ({ page }) => {
  await server.enginePod(page);
  await server.open(page, '/cluster-optimizer');
  await expect(page.getByRole('heading', { name: 'Cluster Optimizer' })).toBeVisible();
  await expect(page.getByText(`Connected to ${server.clusterUrl}`)).toBeVisible();
  await expect(page.getByText('Real-time updates via Watch API')).toBeVisible();
  await expect(page.getByRole('tab')).toHaveText(['Overview', 'Nodes & Pods', 'Sessions']);
  await expect(page.getByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('region', { name: 'Total Nodes' })).toContainText('7');
  await expect(page.getByRole('region', { name: 'Total Pods' })).toContainText('61');
  await expect(page.getByRole('region', { name: 'Running Pods' })).toContainText(/\d+% of all pods/);
  await expect(page.getByRole('region', { name: 'Sessions' })).toContainText(
    'Active in Pod 1 · Missing Pod 0 · No Pod 0',
  );
  await expect(page.getByRole('region', { name: 'Cluster Memory Utilization' })).toContainText(/Gi of .*%/);
  const health = page.getByRole('region', { name: 'Session Health' });
  for (const bar of ['Active in Pod', 'Missing Pod', 'No Pod']) {
    const value = bar === 'Active in Pod' ? '100' : '0';
    await expect(health.getByRole('progressbar', { name: bar })).toHaveAttribute('aria-valuenow', value);
  }
  await expect(health).toContainText('The session’s pod exists');
  await expect(health).toContainText('The session’s pod isn’t in the cluster');
  await expect(health).toContainText('The session has no pod');
  await expectAccessible(page);
});

test('spec 001 §2.1 Nodes & Pods: node types, rows, pod tables, search and empty messages, stored in the URL', async ({
  page,
}) => {
  await server.open(page, '/cluster-optimizer');
  await page.getByRole('tab', { name: 'Nodes & Pods' }).click();
  const heads = page.getByRole('button', { name: /^Show the pods of/ });
  await expect(heads).toHaveCount(7);
  // By ascending session count: the node with the only session is last.
  await expect(heads.last()).toContainText('1 session (100%)');
  await expect(heads.first()).toContainText(/\d+ pods?.*0 sessions \(0%\).*CPU.*Memory/s);
  await page.getByLabel('Normal Nodes').uncheck();
  for (const head of await heads.all()) await expect(head).toContainText('Gateway');
  const gateways = await heads.count();
  expect(gateways).toBeLessThan(7);
  await page.getByLabel('Gateway Nodes').uncheck();
  await expect(page.getByText('No nodes selected. Please select at least one node type.')).toBeVisible();
  await page.getByRole('tab', { name: 'Pod Health' }).click();
  await expect(page.getByText('Please select at least one node type using the checkboxes above.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Please select at least one node type using the checkboxes above.')).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(page.getByLabel('Gateway Nodes')).toBeChecked();
  await expect(heads).toHaveCount(gateways);

  // A search box for more than 10 pods, and none otherwise.
  const counts = await heads.allTextContents();
  const podsOf = (text: string) => Number(/(\d+) pod/.exec(text)?.[1]);
  const large = counts.findIndex((text) => podsOf(text) > 10);
  const small = counts.findIndex((text) => podsOf(text) <= 10);
  expect([large, small]).not.toContain(-1);
  await heads.nth(small).click();
  await expect(page.getByPlaceholder('Search pods...')).toHaveCount(0);
  await heads.nth(small).click();
  await heads.nth(large).click();
  await expect(page.getByRole('columnheader')).toHaveText([
    'Sessions',
    'Pod ID',
    /^Pod Name/,
    'Status',
    'Memory',
    'App',
    'Namespace',
    'Deployment',
    'Restarts',
    'Age',
    'Actions',
  ]);
  await page.getByPlaceholder('Search pods...').fill('no pod has this name');
  await expect(page.getByText('No pods found matching the current filter criteria.')).toBeVisible();

  await page.getByLabel('Normal Nodes').check();
  await page.getByRole('tab', { name: 'Pod Health' }).click();
  const health = page.getByRole('table', { name: 'Pod Health' });
  await expect(health.getByRole('columnheader')).toHaveText([
    'Sessions',
    'Pod ID',
    'Pod Name',
    'Status',
    /^Memory/,
    'CPU',
    'App',
    'Namespace',
    'Node',
    'Restarts',
    'Age',
    'Actions',
  ]);
  await expect(health.getByRole('columnheader', { name: /^Memory/ })).toHaveAttribute('aria-sort', 'descending');
  await health.getByRole('button', { name: /^Memory/ }).click();
  await expect(health.getByRole('columnheader', { name: /^Memory/ })).toHaveAttribute('aria-sort', 'ascending');
  await expect(page).toHaveURL(/sort=memory/);
  await page.getByPlaceholder('Search pods...').fill('switchyard-ENGINE');
  await expect(health.getByRole('row')).toHaveCount(2);
  await expect(page).toHaveURL(/pods=switchyard-ENGINE/);
  await expectAccessible(page);
});

test.describe('with a silent cluster', () => {
  test.use({ allowedErrors: [/status of 503/] });

  test('spec 001 §2.1, §8: no nodes, no pods, and the error alert', async ({ page }) => {
    await showSnapshot(page, { nodes: [], pods: [] });
    await server.open(page, '/cluster-optimizer?tab=nodes');
    await expect(page.getByText('No nodes found in the cluster.')).toBeVisible();
    await page.getByRole('tab', { name: 'Pod Health' }).click();
    await expect(page.getByText('No pods found.', { exact: true })).toBeVisible();
    await page.unroute('**/api/cluster/stream*');
    await page.route('**/api/cluster/stream*', (route) =>
      route.fulfill({ status: 503, json: { code: 'NO_CLUSTER', message: 'The cluster is away' } }),
    );
    await page.route('**/api/cluster/sessions*', (route) =>
      route.fulfill({ status: 503, json: { code: 'X', message: '' } }),
    );
    await page.reload();
    const alert = page.getByRole('alert').filter({ hasText: 'The cluster is away' });
    await expect(alert).toContainText('Error');
    await page.getByRole('tab', { name: 'Sessions' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Failed to load sessions' })).toContainText('Error');
  });
});

test('spec 001 §2.1, §7: sessions are loaded by thousands with progress, counted, searched, listed virtually, and reloaded when the notifier connects', async ({
  page,
}) => {
  const requests: string[] = [];
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  const statuses = ['connected', 'qrcode', 'initializing', 'browser_started', 'navigating', 'unpaired', 'disconnected'];
  const session = (at: number) => ({
    _id: `session-${at}`,
    status: statuses[at % 7],
    podId: at % 2 ? `gone-${at}` : null,
    user: { _id: `u-${at}`, email: `user${at}@example.org`, fullName: `User ${at}`, firstName: '', lastName: '' },
    engineId: `engine-${at}`,
    active: true,
    lastSeen: null,
    lastActive: new Date().toISOString(),
    createdAt: new Date().toISOString(),
    updatedAt: new Date().toISOString(),
    lastRestart: null,
    podExists: false,
  });
  await page.route('**/api/cluster/sessions*', async (route) => {
    const query = new URL(route.request().url()).searchParams;
    requests.push(['limit', 'skip', 'sort'].map((name) => query.get(name)).join(' '));
    const skip = Number(query.get('skip'));
    if (skip > 0) await held;
    const data = Array.from({ length: skip === 0 ? 1_000 : 400 }, (_, at) => session(skip + at));
    await route.fulfill({ json: { data, total: 1_400 } });
  });
  const sockets: { close: () => Promise<void> }[] = [];
  await page.routeWebSocket(/./, (socket) => {
    socket.connectToServer();
    sockets.push(socket);
  });
  await server.open(page, '/cluster-optimizer');
  await expect(page.getByRole('button', { name: 'Loading Sessions (1000 loaded)' })).toBeDisabled();
  go();
  await expect(page.getByRole('button', { name: 'Load Sessions' })).toBeEnabled();
  expect(requests).toEqual(['1000 0 -updatedAt', '1000 1000 -updatedAt']);
  await expect(page.getByRole('region', { name: 'Sessions' })).toContainText(
    'Active in Pod 0 · Missing Pod 700 · No Pod 700',
  );

  await page.getByRole('tab', { name: 'Sessions' }).click();
  const table = page.getByRole('table', { name: 'Sessions' });
  await expect(table.getByRole('columnheader')).toHaveText(['Session ID', 'User', 'Pod', 'Status', 'Last Active']);
  await expect(page.getByText('1400 results')).toBeVisible();
  for (const status of statuses) await expect(page.locator(`[data-status=${status}]`)).toContainText('200');
  expect(await table.getByRole('row').count()).toBeLessThan(60);
  const search = page.getByPlaceholder('Search sessions...');
  for (const [text, results] of [
    ['SESSION-1399', '1 result'],
    ['user77@', '1 result'],
    ['gone-13', '56 results'],
    ['qrcode', '200 results'],
    ['nothing like this', '0 results'],
  ] as const) {
    await search.fill(text);
    await expect(page.getByText(results, { exact: true })).toBeVisible();
  }
  await expect(page.getByText('No sessions match your search.')).toBeVisible();
  await expect(page).toHaveURL(/sessions=nothing/);

  const before = requests.length;
  await sockets.at(-1)?.close();
  await expect.poll(() => requests.length, { timeout: 20_000 }).toBeGreaterThan(before);
});

test('spec 001 §2.1: combined logs of several containers; a real engine pod deleted through the proxy is shown going away and coming back', async ({
  page,
}) => {
  const pod = await server.enginePod(page);
  await server.open(page, '/cluster-optimizer?tab=nodes&view=health');
  await page.getByPlaceholder('Search pods...').fill('gateway-');
  // The fleet has pods with two containers: use the first whose log dialog has a choice.
  const page2 = await page.request.get(`${server.clusterUrl}/api/v1/pods`);
  const pods = (await page2.json()).items as {
    metadata: { name: string };
    spec: { containers: { name: string }[] };
    status: { phase: string };
  }[];
  const several = pods.find((pod) => pod.spec.containers.length > 1 && pod.status.phase === 'Running');
  await page.getByPlaceholder('Search pods...').fill(several?.metadata.name ?? '');
  await page.getByRole('button', { name: `View logs of ${several?.metadata.name}` }).click();
  const log = page.getByRole('dialog', { name: `Pod logs: ${several?.metadata.name}` });
  for (const { name } of several?.spec.containers ?? []) {
    await expect(log.getByRole('checkbox', { name })).toBeChecked();
    await expect(log.getByRole('log').getByText(name, { exact: true }).first()).toBeVisible();
  }
  const times = await log
    .getByRole('log')
    .getByText(/^\d\d:\d\d:\d\d\.\d{3}$/)
    .allTextContents();
  expect(times.length).toBeGreaterThan(2);
  const first = several?.spec.containers[0]?.name ?? '';
  await log.getByRole('checkbox', { name: first }).uncheck();
  await expect(log.getByRole('log').getByText(first, { exact: true })).toHaveCount(0);
  for (const button of ['Refresh', 'Pause auto-scroll', 'Download']) {
    await expect(log.getByRole('button', { name: button })).toBeVisible();
  }
  await log.getByRole('button', { name: 'Pause auto-scroll' }).click();
  await expect(log.getByRole('button', { name: 'Resume auto-scroll' })).toBeVisible();
  await expectAccessible(page);
  await log.getByRole('button', { name: 'Close', exact: true }).last().click();

  await page.getByPlaceholder('Search pods...').fill('switchyard-engine');
  await page.route('**/log?*', (route) => (route.request().url().includes('follow') ? route.abort() : undefined));
  await page.getByRole('button', { name: `Delete ${pod.name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Pod' });
  await expect(dialog).toContainText(
    `Are you sure you want to delete the pod ${pod.name}? This action cannot be undone and may disrupt active sessions.`,
  );
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete Pod' }).click();
  await expect(page.getByText(`Pod ${pod.name} is being gracefully deleted.`)).toBeVisible();
  await page.mouse.move(0, 0);
  const next = await server.enginePod(page, pod.uid);
  expect(next.uid).not.toBe(pod.uid);
  await expect(engineRow(page).filter({ hasText: 'Running' })).toHaveCount(1);
  expect((await server.deletions(page))[0]).toMatchObject({
    podUid: pod.uid,
    cause: 'manual',
    via: 'proxy',
    outcome: 'deleted',
    actor: { email: 'admin@switchyard.local' },
  });
});

test('a pod’s row links to the engine of its session, or of one of its sessions, and back with the search kept', async ({
  page,
}) => {
  const pod = await server.enginePod(page);
  await server.open(page, '/cluster-optimizer?tab=nodes&view=health');
  await page.getByPlaceholder('Search pods...').fill('switchyard-engine');
  await expect(engineRow(page)).toContainText(pod.name);
  // At once: the URL has not been updated yet.
  await engineRow(page)
    .getByRole('link', { name: `Open the connection of the session of ${pod.name}` })
    .click();
  await expect(page).toHaveURL(/\/engine-explorer\/.+from=/);
  await page.getByRole('link', { name: 'Back to Cluster Optimizer' }).click();
  await expect(page.getByPlaceholder('Search pods...')).toHaveValue('switchyard-engine');

  // As if the pod served a second session of the same engine.
  await page.route('**/api/cluster/sessions*', async (route) => {
    const answer = await route.fetch();
    const { data, total } = await answer.json();
    const user = { ...data[0].user, fullName: 'Second Person' };
    await route.fulfill({ response: answer, json: { data: [...data, { ...data[0], _id: 'second', user }], total } });
  });
  await page.goto(`${server.url}/k8s-analyzer-nodes?pods=1`);
  await page.getByRole('button', { name: /^Show the pods of/ }).click();
  await engineRow(page)
    .getByRole('button', { name: `Open a connection of the 2 sessions of ${pod.name}` })
    .click();
  await expect(page.getByRole('menuitem')).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menuitem')).toHaveCount(0);
  await expect(engineRow(page).getByRole('button', { name: 'Open a connection of the 2 sessions' })).toBeFocused();
  await expectAccessible(page);
  await engineRow(page).getByRole('button', { name: 'Open a connection of the 2 sessions' }).click();
  await page.getByRole('menuitem', { name: 'Second Person' }).click();
  await expect(page).toHaveURL(/\/engine-explorer\/.+from=/);
  await page.getByRole('link', { name: 'Back to Kubernetes Nodes' }).click();
  await expect(page).toHaveURL(/\/k8s-analyzer-nodes\?.*pods=1/);
});

test('spec 001 §4: an engine whose process is killed is shown going away and coming back', async ({ page }) => {
  await server.enginePod(page);
  await server.open(page, '/cluster-optimizer?tab=nodes&view=health&pods=switchyard-engine');
  await expect(engineRow(page)).toContainText('Running');
  // Every status ever shown in the row: some last only a second.
  await page.evaluate(() => {
    const seen = new Set<string>();
    Object.assign(window, { seen });
    const recordStatus = () => {
      const cell = [...document.querySelectorAll('tr')].find((row) => row.textContent?.includes('switchyard-engine'));
      seen.add(cell?.children[3]?.textContent ?? '');
    };
    new MutationObserver(recordStatus).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  const seen = () => page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen]);
  // From the second exit on the container waits, twice as long each time: a busy machine shows a state of a second or
  // two too late.
  await expect(async () => {
    await server.killEngine(page);
    expect(await seen()).toEqual(expect.arrayContaining([expect.stringMatching(/Error|CrashLoopBackOff/)]));
  }).toPass();
  await expect(engineRow(page)).toContainText('Running');
});
