import type { BrowserContext, Page } from '@playwright/test';
import { consoleServer } from './cluster-console.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts';
import { withoutStream } from './without-stream.ts';

// Without random changes, so that only the tests end its pods.
const server = consoleServer({ FLEET: 'nodes:8,pods:80,changes:0' });

const KI = 1024;
const MI = 1024 * KI;

interface Metrics {
  cpu: { usage: number | null; capacity: number };
  memory: { usage: number | null; capacity: number };
}
interface MonitoredNode {
  name: string;
  metrics: Metrics;
  pods: { uid: string; name: string; status: string; pinned?: string; metrics: Metrics }[];
}

/** Replaces measurements in the monitor: `measure` modifies the nodes of every response. */
async function overrideMeasurements(
  page: Page | BrowserContext,
  measure: (nodes: MonitoredNode[]) => void,
): Promise<void> {
  await withoutStream(page);
  await page.route('**/api/cluster/nodes*', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    measure(body.nodes);
    await route.fulfill({ response: answer, json: body });
  });
}

/**
 * Fills the first nodes of the fleet to 97, 94 … percent, each with one Running pod of more than 3000 Mi; all others
 * are nearly idle.
 */
function fill(nodes: MonitoredNode[], count: number): MonitoredNode[] {
  const fleet = nodes
    .filter((node) => node.name.startsWith('sim-') && node.pods.some(canBeTaken))
    .sort((one, other) => one.name.localeCompare(other.name));
  for (const node of nodes) {
    const at = fleet.indexOf(node);
    const share = at >= 0 && at < count ? 0.97 - 0.03 * at : 0.1;
    node.metrics.memory.usage = share * node.metrics.memory.capacity;
    for (const pod of node.pods) pod.metrics.memory.usage = 100 * MI;
    const heaviest = node.pods.find(canBeTaken);
    if (share > 0.1 && heaviest) heaviest.metrics.memory.usage = (3_000 + at) * MI;
  }
  return fleet;
}
const canBeTaken = (pod: MonitoredNode['pods'][number]) => pod.status === 'Running' && !pod.pinned;

const monitor = (page: Page) => page.getByRole('region', { name: 'High memory monitor' });

test('spec 001 §2.3: cards, monitor, filters, sortable table and expandable rows, stored in the URL', async ({
  page,
}) => {
  await server.enginePod(page);
  await server.open(page, '/k8s-analyzer-nodes');
  const cards = ['Total memory', 'Used memory', 'Average memory', 'Nodes at 90% or more'];
  for (const card of cards) await expect(page.getByRole('region', { name: card })).toContainText(/\d/);
  await expect(monitor(page).getByRole('switch', { name: 'Auto mode' })).not.toBeChecked();
  await expect(monitor(page)).toContainText('No nodes in cooldown.');
  const table = page.getByRole('table', { name: 'Kubernetes Nodes' });
  await expect(table.getByRole('columnheader', { name: /^Memory/ })).toHaveAttribute('aria-sort', 'descending');
  await expectAccessible(page);

  await table.getByRole('button', { name: /^CPU/ }).click();
  await expect(table.getByRole('columnheader', { name: /^CPU/ })).toHaveAttribute('aria-sort', 'descending');
  await table.getByRole('button', { name: /^Name/ }).click();
  await expect(page).toHaveURL(/sort=name/);
  const names = await table.getByRole('button', { name: /^Show the pods of/ }).allTextContents();
  expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other)));
  expect(names.length).toBeGreaterThan(3);
  await page.goBack();
  await expect(table.getByRole('columnheader', { name: /^CPU/ })).toHaveAttribute('aria-sort', 'descending');

  await page.getByLabel('Name contains').first().fill('SIM-gate');
  await expect(table.getByRole('button', { name: /^Show the pods of sim-gateway/ }).first()).toBeVisible();
  await expect(page).toHaveURL(/name=SIM-gate/);
  await page.getByRole('switch', { name: 'Filter pods' }).click();
  await expect(page.getByLabel('Name contains').nth(1)).toHaveValue('engine');
  await expect(page.getByText('No nodes match the current filter criteria')).toBeVisible();
  await expect(page).toHaveURL(/pods=1/);
  await page.reload();
  await expect(page.getByText('No nodes match the current filter criteria')).toBeVisible();
  await page.getByLabel('Name contains').nth(1).fill('GATEWAY-');
  await table
    .getByRole('button', { name: /^Show the pods of/ })
    .first()
    .click();
  await expect(table.getByRole('button', { name: /^Terminate gateway-/ }).first()).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
});

test('spec 001 §9: usage colours, bold above 70%, average in error colour, pods of a fixed 2,097,152 Ki, chip cards', async ({
  page,
}) => {
  const shares = [0.59, 0.6, 0.7, 0.71, 0.8];
  await overrideMeasurements(page, (nodes) => {
    nodes.length = shares.length;
    nodes.forEach((node, at) => {
      node.name = `node-${at}`;
      node.metrics.memory.usage = (shares[at] ?? 0) * node.metrics.memory.capacity;
      node.metrics.cpu.usage = 0;
      for (const pod of node.pods) pod.metrics.memory.usage = null;
      const [first] = node.pods;
      if (at === 0 && first) first.metrics.memory.usage = 2_097_152 * KI;
    });
  });
  await server.open(page, '/k8s-analyzer-nodes?memory=70&pods=1&podMemory=100&podName=');
  const table = page.getByRole('table', { name: 'Kubernetes Nodes' });
  await expect(page.getByRole('region', { name: 'Nodes: Memory at or above 70%' })).toContainText('(3)');
  await expect(page.getByRole('region', { name: 'Pods: Memory at or above 100%' })).toContainText('(1)');
  await expect(page.getByRole('region', { name: 'Pods: Memory at or above 100%' })).toContainText('100%');
  // The node at 59% is below its threshold, and the others have no pod at 100%.
  await expect(page.getByText('No nodes match the current filter criteria')).toBeVisible();
  await page.goto(`${server.url}/k8s-analyzer-nodes`);
  for (const [at, level, weight] of [
    [0, 'normal', '400'],
    [1, 'warning', '400'],
    [2, 'warning', '400'],
    [3, 'warning', '700'],
    [4, 'error', '700'],
  ] as const) {
    const percent = table
      .getByRole('row')
      .filter({ hasText: `node-${at}` })
      .getByText(`${Math.round((shares[at] ?? 0) * 100)}%`);
    await expect(percent).toHaveAttribute('data-level', level);
    await expect(percent).toHaveCSS('font-weight', weight);
  }
  await expect(page.getByRole('region', { name: 'Average memory' }).getByText('68%')).toHaveAttribute(
    'data-level',
    'normal',
  );
  shares.splice(0, 5, 0.81, 0.81, 0.81, 0.81, 0.81);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Average memory' }).getByText('81%')).toHaveAttribute(
    'data-level',
    'error',
  );
});

test('spec 001 §2.3, §4: terminating a real engine pod: confirmed, shown going away and coming back, its node in cooldown for 20 minutes', async ({
  page,
}) => {
  const pod = await server.enginePod(page);
  await page.clock.install();
  await server.open(page, '/k8s-analyzer-nodes?pods=1');
  const table = page.getByRole('table', { name: 'Kubernetes Nodes' });
  await table.getByRole('button', { name: /^Show the pods of/ }).click();
  await page.getByRole('button', { name: `Terminate ${pod.name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Terminate' });
  await expect(dialog).toContainText('The node then cools down for 20 minutes.');
  await dialog.getByRole('button', { name: 'Terminate' }).click();
  await expect(page.getByText(`A terminate signal was sent to ${pod.name}.`)).toBeVisible();
  await expect(monitor(page)).toContainText(/20:00|19:5\d/);
  expect((await server.deletions(page))[0]).toMatchObject({
    podUid: pod.uid,
    cause: 'manual',
    outcome: 'deleted',
  });
  await server.enginePod(page, pod.uid);
  // It is another pod of the same engine; the next poll shows it.
  await page.clock.runFor(30_000);
  await expect(table.getByRole('row').filter({ hasText: 'engine-' }).filter({ hasText: 'Running' })).toBeVisible();
  await expect(monitor(page)).toContainText(/19:\d\d/);
  await page.clock.fastForward(20 * 60_000 - 30_000);
  await expect(monitor(page)).toContainText('No nodes in cooldown.');
});

test('spec 001 §4: an engine whose process is killed is shown going away and coming back', async ({ page }) => {
  const pod = await server.enginePod(page);
  const row = page.getByRole('row').filter({ hasText: pod.name });
  const restarts = async () => Number((await row.getByText(/^Restarts \d+$/).textContent())?.replace('Restarts ', ''));
  await page.clock.install();
  await server.open(page, '/k8s-analyzer-nodes?pods=1');
  await page.getByRole('button', { name: /^Show the pods of/ }).click();
  await expect(row).toContainText('Running');
  const before = await restarts();
  await server.killEngine(page);
  await page.clock.runFor(30_000);
  await expect.poll(restarts).toBe(before + 1);
  await expect(row).toContainText('Running');
});

test('spec 001 §4, §5, §9: auto mode acts every 5 minutes, in one of two tabs, on the fullest node that is not in cooldown', async ({
  page,
  context,
}) => {
  let names: string[] = [];
  await overrideMeasurements(context, (nodes) => {
    names = fill(nodes, 3).map((node) => node.name);
  });
  await context.clock.install();
  const other = await context.newPage();
  await server.open(page, '/k8s-analyzer-nodes');
  // Rendered, and so the first to request leadership, before another tab could.
  await expect(monitor(page)).toContainText('97%');
  await server.open(other, '/k8s-analyzer-nodes');
  const made = async () => (await server.deletions(page)).filter(({ nodeName }) => String(nodeName).startsWith('sim-'));
  await expect(monitor(page)).toContainText(`on ${names[0]} (2.9 Gi)`);
  await expect(monitor(other)).toContainText('97%');
  expect(await made()).toEqual([]);

  await page.getByRole('switch', { name: 'Auto mode' }).click();
  await expect(other.getByRole('switch', { name: 'Auto mode' })).toBeChecked();
  await expect(monitor(other)).toContainText('Another tab of this browser is in charge; this one is read-only.');
  const forward = async (ms: number) => {
    for (const tab of [page, other]) await tab.clock.fastForward(ms);
  };
  await forward(5_250);
  await expect.poll(async () => (await made()).length).toBe(1);
  for (let round = 0; round < 6; round += 1) await forward(10_000);
  expect((await made()).map((deletion) => deletion.nodeName)).toEqual([names[0]]);
  for (const tab of [page, other]) await expect(monitor(tab)).toContainText(new RegExp(`${names[0]} 1\\d:\\d\\d`));

  // The other tab takes over when this one closes, and does not act early.
  await page.close();
  await expect(monitor(other)).toContainText(/Next check for action in [0-4]:\d\d/);
  await other.clock.fastForward(5 * 60_000);
  await expect
    .poll(async () => (await server.deletions(other)).some((deletion) => deletion.nodeName === names[1]))
    .toBe(true);
  // A deletion is recorded before the cluster has responded.
  const all = async () =>
    (await server.deletions(other))
      .filter(({ nodeName }) => String(nodeName).startsWith('sim-'))
      .map(({ nodeName, cause, outcome }) => ({ nodeName, cause, outcome }));
  const expected = { cause: 'memory-pressure', outcome: 'deleted' };
  await expect.poll(all).toEqual([names[1], names[0]].map((nodeName) => ({ nodeName, ...expected })));

  // Remembered between visits, and off once switched off.
  await other.reload();
  await expect(other.getByRole('switch', { name: 'Auto mode' })).toBeChecked();
  await other.getByRole('switch', { name: 'Auto mode' }).click();
  await other.clock.fastForward(6 * 60_000);
  await other.clock.fastForward(6_000);
  expect((await server.deletions(other)).filter(({ nodeName }) => String(nodeName).startsWith('sim-'))).toHaveLength(2);
});

test.describe('with a failing server', () => {
  test.use({ allowedErrors: [/ERR_FAILED/] });

  test('spec 001 §2.3, §4, §8: three retries after 5 s each, then the Retry button', async ({ page }) => {
    await page.clock.install();
    const isAsked = /\/api\/cluster\/(nodes|refresh|stream)/;
    await page.route(isAsked, (route) => route.abort());
    await server.open(page, '/k8s-analyzer-nodes');
    await expect(page.getByText('Connection to server failed. Backend service may be unavailable.')).toBeVisible();
    await expect(page.getByText('Unable to load node data. Please check your connection and try again.')).toBeVisible();
    for (const attempt of [1, 2, 3]) {
      await page.clock.runFor(5_500);
      await expect(page.getByText(`Retry attempt ${attempt}/3`)).toBeVisible();
    }
    await page.unroute(isAsked);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('table', { name: 'Kubernetes Nodes' })).toBeVisible();
    await expect(page.getByText('Connection to server failed.')).toHaveCount(0);
  });

  test('spec 001 §2.3: a cluster without nodes', async ({ page }) => {
    await overrideMeasurements(page, (nodes) => {
      nodes.length = 0;
    });
    await server.open(page, '/k8s-analyzer-nodes');
    await expect(page.getByText('No nodes found to display')).toBeVisible();
  });
});
