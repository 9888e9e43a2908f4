import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { freePort } from '../apps/server/src/platform/free-port.ts';
import { expect, signInAs, test } from './fixtures.ts';
import { createKubernetesCluster, type KubernetesCluster } from './kubernetes-cluster.ts';
import { createOwnServer, type OwnServer } from './own-server.ts';

// One server with CLUSTER=kubernetes in front of a cluster in a separate process; each test repairs what it breaks.
test.describe.configure({ mode: 'default' });
// Faults are also logged to the console.
test.use({ allowedErrors: [/Failed to load resource/] });

const NAMESPACE = 'switchyard-gateways';
const SCREENS = ['/cluster-optimizer', '/k8s-analyzer', '/k8s-analyzer-nodes'];

interface Pod {
  metadata: { name: string; uid: string; labels: Record<string, string> };
  spec: { nodeName: string; containers: { name: string }[] };
  status: { phase: string; containerStatuses?: { restartCount: number; state?: { running?: object } }[] };
}

let cluster: KubernetesCluster;
let server: OwnServer;
let proxy: ChildProcess | null = null;

test.beforeAll(async () => {
  cluster = createKubernetesCluster(await freePort(), { FLEET: 'nodes:3,pods:30,changes:0' });
  await cluster.start();
  server = await createOwnServer({ CLUSTER: 'kubernetes', KUBECONFIG: cluster.kubeconfig, LOG_LEVEL: 'error' });
  await server.start();
});
test.afterEach(async () => {
  proxy?.kill('SIGKILL');
  proxy = null;
  await cluster.setFaults();
});
test.afterAll(async () => {
  await server.remove();
  await cluster.remove();
});

async function open(page: Page, path: string): Promise<void> {
  await signInAs(page.context(), 'admin', server.url);
  await page.goto(server.url + path);
}

const badge = (page: Page) => page.getByTestId('feed-age');
const listPods = async (labels = '') =>
  (await cluster.get<{ items: Pod[] }>(`/api/v1/namespaces/${NAMESPACE}/pods${labels}`)).items;
const isRunning = (pod: Pod) =>
  pod.status.containerStatuses?.every((containerStatuse) => containerStatuse.state?.running) ?? false;
const enginePods = () => listPods('?labelSelector=app.kubernetes.io/managed-by=switchyard');

/** Returns a running simulated pod that has a log. */
async function runningPod(): Promise<Pod> {
  const pod = (await listPods()).find(
    (candidate) => isRunning(candidate) && candidate.metadata.labels['app.kubernetes.io/name'] === 'session-gateway',
  );
  if (!pod) throw new Error('no simulated pod runs');
  return pod;
}

/** Opens the log of a pod from the nodes monitor. */
async function openLog(page: Page, pod: Pod) {
  await open(page, '/k8s-analyzer-nodes?nodes=all');
  await page.getByRole('button', { name: `Show the pods of ${pod.spec.nodeName}` }).click();
  await page.getByRole('button', { name: `View logs of ${pod.metadata.name}` }).click();
  return page.getByRole('dialog', { name: `Pod logs: ${pod.metadata.name}` });
}

test('an engine created in the app is a pod on Kubernetes: it is killed, restarts, is shown, and is deleted', async ({
  page,
}) => {
  await signInAs(page.context(), 'user', server.url);
  await page.goto(`${server.url}/engines`);
  await expect.poll(async () => (await enginePods()).filter(isRunning).length, { timeout: 30_000 }).toBe(1);
  await page.getByRole('table', { name: 'Engines' }).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete engine' }).click();
  await expect.poll(async () => (await enginePods()).length, { timeout: 30_000 }).toBe(0);

  await page.getByRole('button', { name: 'Create engine' }).first().click();
  await expect(page.getByRole('img', { name: 'QR code to link WhatsApp' })).toBeVisible({ timeout: 40_000 });
  const [pod] = await enginePods();
  if (!pod) throw new Error('the engine has no pod');
  const [pid] = server.enginePids();
  if (pid === undefined) throw new Error('the pod has no process');
  process.kill(pid, 'SIGKILL');
  await expect
    .poll(
      async () =>
        (await enginePods()).map((enginePod) => [
          enginePod.metadata.uid,
          enginePod.status.containerStatuses?.[0]?.restartCount,
          isRunning(enginePod),
        ]),
      {
        timeout: 30_000,
      },
    )
    .toEqual([[pod.metadata.uid, 1, true]]);

  // Requests of a page at the moment another user signs in are refused.
  await page.goto('about:blank');
  await signInAs(page.context(), 'admin', server.url);
  await page.goto(`${server.url}/k8s-analyzer?name=${pod.metadata.name}`);
  await expect(page.getByRole('row').filter({ hasText: pod.metadata.name })).toContainText('Running');
  await page.goto(`${server.url}/k8s-analyzer-nodes`);
  await page.getByRole('button', { name: `Show the pods of ${pod.spec.nodeName}` }).click();
  await expect(page.getByRole('button', { name: `Terminate ${pod.metadata.name}` })).toBeVisible();
  await page.goto(`${server.url}/cluster-optimizer?tab=nodes`);
  await page.getByRole('button', { name: `Show the pods of ${pod.spec.nodeName}` }).click();
  await expect(page.getByRole('button', { name: `View logs of ${pod.metadata.name}` })).toBeVisible();

  await page.goto('about:blank');
  await signInAs(page.context(), 'user', server.url);
  const engines = await (await page.request.get(`${server.url}/api/engines`)).json();
  const gone = await page.request.delete(`${server.url}/api/engines/${engines.data[0]._id}`, {
    headers: { origin: server.url },
  });
  expect(gone.ok()).toBe(true);
  await expect.poll(async () => (await enginePods()).length, { timeout: 30_000 }).toBe(0);
});

test('an interrupted feed is marked as stale with its time, and recovers without a reload', async ({ page }) => {
  await open(page, '/cluster-optimizer');
  await expect(badge(page)).toHaveText(/^Updated/);
  const pods = page.getByRole('region', { name: 'Total Pods' });
  const count = await pods.innerText();
  await page.evaluate(() => Object.assign(window, { neverReloaded: true }));

  for (const status of [
    { code: 403, reason: 'Forbidden', message: 'pods is forbidden' },
    { code: 401, reason: 'Unauthorized', message: 'Unauthorized' },
    { code: 429, reason: 'TooManyRequests', message: 'slow down', retryAfterSeconds: 1 },
  ]) {
    await cluster.setFaults({ resources: ['pods'], status });
    await cluster.cut();
    await expect(badge(page)).toHaveText(/^Stale since \d+ s$/);
    expect(await pods.innerText()).toBe(count);
    await cluster.setFaults();
    await expect(badge(page)).toHaveText(/^Updated/, { timeout: 20_000 });
  }
  await cluster.setFaults(
    { verbs: ['watch'], times: 3, expiredInStream: true },
    { verbs: ['watch'], times: 2, cutAfterBytes: 40 },
  );
  await cluster.cut();
  await expect(badge(page)).toHaveText(/^Updated/, { timeout: 20_000 });

  await cluster.kill();
  await expect(badge(page)).toHaveText(/^Stale since \d+ s$/);
  expect(await pods.innerText()).toBe(count);
  await cluster.start();
  await expect(badge(page)).toHaveText(/^Updated/, { timeout: 30_000 });
  expect(await pods.innerText()).toBe(count);
  expect(await page.evaluate(() => 'neverReloaded' in window)).toBe(true);
});

test('spec 001 §8: no permission from the start, and quantities in every unit', async ({ page }) => {
  const { items } = await cluster.get<{ items: { metadata: { name: string } }[] }>('/api/v1/nodes');
  const [first = '', second = '', third = ''] = items.map((node) => node.metadata.name);
  const usage = { [first]: ['1500000u', '1.5Gi'], [second]: ['250000000n', '3e9'], [third]: ['2', '0.5Ki'] };
  const measured = Object.entries(usage).map(([name, [cpu, memory]]) => ({
    metadata: { name },
    usage: { cpu, memory },
  }));
  const forbidden = {
    code: 403,
    reason: 'Forbidden',
    message: 'nodes is forbidden: User "switchyard" cannot list resource "nodes"',
  };
  const metrics = { resources: ['nodes.metrics.k8s.io'], body: { items: measured } };
  await cluster.setFaults({ resources: ['nodes'], status: forbidden }, metrics);
  await server.kill();
  await server.start();

  await open(page, '/cluster-optimizer');
  await expect(page.getByRole('alert').filter({ hasText: 'Error' })).toContainText(forbidden.message);
  await expect(badge(page)).toHaveText('No cluster');
  await expect(page.getByRole('region', { name: 'Total Nodes' })).toContainText('–');
  await page.goto(`${server.url}/k8s-analyzer`);
  await expect(page.getByRole('alert')).toContainText(
    `Kubernetes does not permit this: ${forbidden.message}. Backend may not be connected to Kubernetes.`,
  );
  await expect(page.getByText('No pods found. Backend may not be connected to Kubernetes.')).toBeVisible();
  await page.goto(`${server.url}/k8s-analyzer-nodes`);
  await expect(page.getByRole('alert')).toContainText(
    `Request error: Kubernetes does not permit this: ${forbidden.message}`,
  );
  await expect(page.getByText('Unable to load node data. Please check your connection and try again.')).toBeVisible();
  await expect(page.getByText('Retry attempt 1/3')).toBeVisible({ timeout: 15_000 });
  await expect(page.getByRole('region', { name: 'Total memory' })).toContainText('–');

  await cluster.setFaults(metrics);
  await expect(async () => {
    await page.getByRole('button', { name: 'Retry' }).click({ timeout: 1_000 });
    await expect(page.getByRole('table', { name: 'Kubernetes Nodes' })).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
  await page.goto(`${server.url}/cluster-optimizer?tab=nodes`);
  // The simulated nodes have 4 cores and 30 Gi, or 8 cores and 60 Gi.
  for (const [name, cpu, memory] of [
    [first, 'CPU 38%', 'Memory 5%'],
    [second, 'CPU 6%', 'Memory 9%'],
    [third, 'CPU 25%', 'Memory 0%'],
  ] as const) {
    const node = page.getByRole('button', { name: `Show the pods of ${name}` }).locator('..');
    await expect(node).toContainText(cpu);
    await expect(node).toContainText(memory);
  }
});

test('spec 001 §8: no cluster at first, and then one', async ({ page }) => {
  await cluster.kill();
  await server.kill();
  await server.start();
  await open(page, '/k8s-analyzer');
  await expect(page.getByText('No pods found. Backend may not be connected to Kubernetes.')).toBeVisible({
    timeout: 15_000,
  });
  await expect(page.getByRole('alert')).toContainText('Backend may not be connected to Kubernetes.');
  await page.goto(`${server.url}/k8s-analyzer-nodes`);
  await expect(page.getByRole('alert')).toContainText('Server error: ');
  await page.goto(`${server.url}/cluster-optimizer`);
  await expect(page.getByRole('region', { name: 'Total Pods' })).toContainText('–');
  await expect(badge(page)).toHaveText('No cluster');
  await cluster.start();
  await expect(badge(page)).toHaveText(/^Updated/, { timeout: 40_000 });
  await expect(page.getByRole('region', { name: 'Total Nodes' })).toContainText('4');
});

test('missing metrics are reported, and nothing is shown as measured', async ({ page }) => {
  const resources = ['nodes.metrics.k8s.io', 'pods.metrics.k8s.io'];
  await cluster.setFaults({ resources, status: { code: 404, reason: 'NotFound', message: 'no metrics server' } });
  await server.kill();
  await server.start();
  await open(page, '/cluster-optimizer');
  await expect(page.getByText('No usage: no metrics server')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Cluster Memory Utilization' })).toContainText('No usage data yet');
  await expect(page.getByRole('region', { name: 'Total Nodes' })).toContainText('4');
});

test('without a proxy the nodes monitor reads logs through the backend, including the previous run', async ({
  page,
}) => {
  const log = await openLog(page, await runningPod());
  await expect(log.getByRole('log')).toContainText('{"level":');
  await expect(log.getByTestId('log-state')).toHaveText('Following');
  await log.getByPlaceholder('Search in logs').fill('no line has this');
  await expect(log.getByText('No matching lines')).toBeVisible();
  await log.getByPlaceholder('Search in logs').fill('');
  const download = page.waitForEvent('download');
  await log.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.log$/);

  const request = page.waitForRequest((request) => request.url().includes('previous=true'));
  await log.getByRole('switch', { name: 'Previous run' }).click();
  expect((await request).url()).toContain('tailLines=1000');
});

test('a followed log resumes after an interruption', async ({ page }) => {
  // It must be open before it can be interrupted.
  const followed = page.waitForResponse((response) => response.url().includes('follow=true') && response.ok());
  const log = await openLog(page, await runningPod());
  await followed;
  await expect(log.getByTestId('log-state')).toHaveText('Following');
  const resumed = page.waitForRequest((request) => request.url().includes('sinceTime='));
  await cluster.cut();
  await resumed;
  await expect(log.getByTestId('log-state')).toHaveText('Following');
  const before = await log.getByText(/^[\d,]+ lines/).innerText();
  await expect(log.getByText(/^[\d,]+ lines/)).not.toHaveText(before);
});

test('spec 001 §8: Kubernetes’ errors about logs are shown in the catalogue’s texts', async ({ page }) => {
  await cluster.setFaults({
    resources: ['pods/log'],
    status: { code: 403, reason: 'Forbidden', message: 'pods/log is forbidden' },
  });
  const pod = await runningPod();
  const log = await openLog(page, pod);
  await expect(log).toContainText(`Failed to fetch logs for ${pod.spec.containers[0]?.name}: Forbidden (403)`);
  await expect(log).toContainText('pods/log is forbidden');
  await cluster.setFaults();
  await log.getByRole('button', { name: 'Refresh' }).click();
  await expect(log.getByRole('log')).toContainText('{"level":');
});

test('a log of 200 MB leaves the page responsive and keeps only its end; binary is shown as such', async ({ page }) => {
  test.setTimeout(120_000);
  const pod = await runningPod();
  await cluster.setFaults({
    resources: ['pods/log'],
    times: pod.spec.containers.length,
    log: { kind: 'lines', bytes: 200_000_000 },
  });
  const log = await openLog(page, pod);
  await expect(log.getByText(/older lines dropped/)).toBeVisible({ timeout: 30_000 });
  // It can be searched while it is loading.
  await log.getByPlaceholder('Search in logs').fill('line 19531');
  await expect(log.getByRole('log')).toContainText('line 195311 ', { timeout: 60_000 });
  await log.getByPlaceholder('Search in logs').fill('');
  const heap = await page.evaluate(() => Reflect.get(performance, 'memory').usedJSHeapSize as number);
  expect(heap).toBeLessThan(200_000_000);

  // All responses are binary: a single one could go to a container that polls just before the click.
  await cluster.setFaults({ resources: ['pods/log'], log: { kind: 'binary', bytes: 100_000 } });
  await log.getByRole('button', { name: 'Refresh' }).click();
  await expect(log.getByRole('log')).toContainText('\ufffd\ufffd');
});

test('spec 001 §4, §8: a pod that disappears between click and deletion, and one that may not be deleted', async ({
  page,
}) => {
  const pod = await runningPod();
  await open(page, '/k8s-analyzer');
  for (const [code, words] of [
    [404, 'Failed to delete pod: The pod no longer exists.'],
    [409, 'Failed to delete pod: The pod has been replaced by another of the same name; nothing was deleted.'],
    [403, 'Failed to delete pod: Kubernetes does not permit this: no'],
  ] as const) {
    await cluster.setFaults({ verbs: ['delete'], status: { code, message: 'no' } });
    await page.getByLabel('Pod name').fill(pod.metadata.name);
    await page.getByRole('button', { name: `Delete ${pod.metadata.name}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm Pod Deletion' });
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByText('Kubectl proxy unavailable, using API deletion...').first()).toBeVisible();
    await expect(dialog).toContainText(words);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    // It stays until closed, and covers the table.
    await page.getByRole('alert').filter({ hasText: words }).getByRole('button').click();
    // A notification under the pointer would stay, and cover the table as well.
    await page.mouse.move(0, 0);
  }
});

test('`npm run cluster-proxy`: logs and deletions use the operator’s own kubeconfig', async ({ page }) => {
  const started = spawn(process.execPath, ['scripts/cluster-proxy.ts', server.url], {
    cwd: join(import.meta.dirname, '..'),
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, KUBECONFIG: cluster.kubeconfig, LOCAL_CLUSTER_PORT: new URL(server.clusterUrl).port },
  });
  proxy = started;
  await new Promise((resolve) => started.stdout.once('data', resolve));
  const pod = await runningPod();
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(server.clusterUrl))
      requests.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  const path = `/api/v1/namespaces/${NAMESPACE}/pods/${pod.metadata.name}`;
  const log = await openLog(page, pod);
  await expect(log.getByRole('log')).toContainText('{"level":');
  expect(requests).toContain(`GET ${path}`);
  expect(requests).toContain(`GET ${path}/log`);
  await page.goto(`${server.url}/k8s-analyzer?name=${pod.metadata.name}`);
  await page.getByRole('button', { name: `Delete ${pod.metadata.name}` }).click();
  await page
    .getByRole('dialog', { name: 'Confirm Pod Deletion' })
    .getByRole('button', { name: 'Delete', exact: true })
    .click();
  await expect(page.getByText(`Pod ${pod.metadata.name} is being gracefully deleted.`)).toBeVisible();
  expect(requests).toContain(`DELETE ${path}`);
  await expect
    .poll(async () => (await listPods()).some(({ metadata }) => metadata.uid === pod.metadata.uid))
    .toBe(false);
});

test('every screen shows an explanation for any fault, and never a blank page', async ({ page }) => {
  await cluster.setFaults({
    delayMs: 500,
    status: { code: 500, reason: 'InternalError', message: 'everything is broken' },
  });
  await cluster.cut();
  for (const path of SCREENS) {
    await open(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(badge(page)).toHaveText(/^(Stale since|No cluster)/, { timeout: 20_000 });
  }
});
