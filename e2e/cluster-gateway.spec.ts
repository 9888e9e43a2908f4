import type { Page } from '@playwright/test';
import { consoleServer } from './cluster-console.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts';
import { overridePods, refresh } from './gateway-pods.ts';

// About one in a hundred pods of a fleet is a deletion candidate; without random changes the fleet stays as it is.
const server = consoleServer({ FLEET: 'nodes:20,pods:400,changes:0' });

const row = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Gateway Pods Status' }).getByRole('row').filter({ hasText: name });

test('spec 001 §2, §6: the three routes are for administrators only', async ({ page }) => {
  await server.open(page, '/calendar', 'user');
  for (const path of ['/cluster-optimizer', '/k8s-analyzer', '/k8s-analyzer-nodes']) {
    await page.goto(server.url + path);
    await expect(page).toHaveURL(/\/forbidden-access/);
  }
});

test('spec 001 §2.2: panels, toolbar, filters and table, stored in the URL', async ({ page }) => {
  await server.enginePod(page);
  await server.open(page, '/k8s-analyzer');
  await expect(page.getByRole('heading', { name: /Gateway Pods Status/ })).toBeVisible();
  await expect(page.getByLabel('Auto-refresh')).toBeChecked();
  await expect(page.getByLabel('Auto-delete')).not.toBeChecked();
  await expect(page.getByText(/^Refresh in (30|2\d) s$/)).toBeVisible();
  const overview = page.getByRole('button', { name: /^Session Overview/ });
  await overview.click();
  await expect(overview).toContainText(/\d+ pods.*1 session.*1 connected.*0 disconnected/);
  for (const section of ['Sessions Without Pods', 'Sessions Without Users']) {
    await expect(page.getByRole('region', { name: section })).toBeVisible();
  }
  const tile = page.getByRole('button', { name: /^Connected/ });
  await tile.click();
  await expect(page.getByRole('region', { name: 'connected', exact: true })).toContainText('(1)');
  await tile.click();
  await expect(page.getByRole('region', { name: 'connected', exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Pod Status Summary' })).toHaveAttribute('aria-expanded', 'true');
  await expect(page.locator('[data-status=Running]')).toContainText(/\d+/);
  await overview.click();
  await expect(page.getByRole('region', { name: 'Sessions Without Pods' })).toBeHidden();
  const table = page.getByRole('table', { name: 'Gateway Pods Status' });
  await expect(table.getByRole('columnheader')).toHaveText([
    'Pod Name',
    /^Status/,
    'Ready State',
    'Version',
    'Container Status',
    'Sessions',
    'Restarts',
    'Age',
    'Actions',
  ]);
  await expectAccessible(page);

  // The field covers its input, which has the name.
  await page.getByRole('combobox', { name: 'Pod status' }).click({ force: true });
  for (const status of ['Running', 'Pending', 'Failed', 'Error', 'Completed', 'ContainerStatusUnknown', 'OOMKilled']) {
    await expect(page.getByRole('option', { name: status, exact: true })).toBeVisible();
  }
  await page.getByRole('option', { name: 'Completed', exact: true }).click();
  await page.getByRole('option', { name: 'Error', exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/status=Completed%2CError/);
  await expect(table).not.toContainText('Running');
  await page.getByLabel('User or session').fill('nobody has this name');
  await expect(page.getByText('No pods match the current filters')).toBeVisible();
  await expect(page).toHaveURL(/user=nobody/);
  await page.reload();
  await expect(page.getByLabel('User or session')).toHaveValue('nobody has this name');
  await page.getByLabel('User or session').fill('');
  await expect(table).toContainText('Completed');
  await expect(page).not.toHaveURL(/user=/);
  await page.goBack();
  await expect(page).toHaveURL(/status=Completed(&|$)/);
  await expect(table.getByRole('row').filter({ hasText: 'Error' })).toHaveCount(0);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
});

test('spec 001 §2.2: without pods the console explains possible reasons', async ({ page }) => {
  await overridePods(page, () => []);
  await server.open(page, '/k8s-analyzer');
  await expect(page.getByText('No pods found. Backend may not be connected to Kubernetes.')).toBeVisible();
  await expect(page.getByText('may lack the permission to view pods')).toBeVisible();
});

test('a pod’s details link to the engine of its session, and back to the pod with the filters kept', async ({
  page,
}) => {
  const pod = await server.enginePod(page);
  await server.open(page, '/k8s-analyzer?status=Running&name=engine');
  await page.getByRole('button', { name: `View details of ${pod.name}` }).click();
  const details = page.getByRole('dialog', { name: 'Pod details' });
  await expect(details).toContainText(pod.name);
  for (const fact of ['Namespace', 'Node', 'Restarts', 'Started', 'Containers'])
    await expect(details).toContainText(fact);
  await expectAccessible(page);
  await details.getByRole('link').click();
  await expect(page).toHaveURL(/\/engine-explorer\//);
  await page.getByRole('tab', { name: 'Events' }).click();
  await page.reload();
  await page.getByRole('link', { name: 'Back to Gateway Pods Status' }).click();
  await expect(page).toHaveURL(/\/k8s-analyzer\?.*status=Running/);
  await expect(page.getByRole('dialog', { name: 'Pod details' })).toContainText(pod.name);
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Pod name')).toHaveValue('engine');
});

test('a failing pod’s status names its cause; its log says that it is loading, and that it is empty', async ({
  page,
}) => {
  await overridePods(page, (pods) => pods.map((pod) => ({ ...pod, statusString: 'CrashLoopBackOff' })));
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route(`${server.clusterUrl}/**/log?*`, async (route) => {
    await held;
    await route.fulfill({ headers: { 'access-control-allow-origin': '*' }, contentType: 'text/plain', body: '' });
  });
  const pod = await server.enginePod(page);
  await server.open(page, '/k8s-analyzer?name=engine');
  const help = page.getByRole('tooltip').filter({ hasText: 'See the log of the previous run.' });
  await expect(row(page, pod.name)).toBeVisible();
  await expect(help).toHaveCount(0);
  await row(page, pod.name).getByText('CrashLoopBackOff', { exact: true }).hover();
  await expect(help).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(help).toHaveCount(0);
  await page.getByRole('button', { name: `View details of ${pod.name}` }).click();
  await page.getByRole('button', { name: 'View logs', exact: true }).click();
  const log = page.getByRole('dialog', { name: `Pod logs: ${pod.name}` }).getByRole('log');
  await expect(log).toContainText('Loading logs...');
  go();
  await expect(log).toContainText('No logs available for this pod');
  await expect(log).not.toContainText('Loading logs...');
});

test.describe('with the proxy unavailable', () => {
  test.use({ allowedErrors: [/ERR_FAILED/] });

  test('spec 001 §4, §8: a pod is deleted by the backend when the proxy is unavailable; the dialog stays open meanwhile', async ({
    page,
  }) => {
    await page.route(`${server.clusterUrl}/**`, (route) => route.abort());
    let go = () => {};
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    await page.route('**/api/cluster/pods/delete', async (route) => {
      await held;
      await route.continue();
    });
    const pod = await server.enginePod(page);
    await server.open(page, '/k8s-analyzer?name=engine');
    await page.getByRole('button', { name: `Delete ${pod.name}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm Pod Deletion' });
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByText('Kubectl proxy unavailable, using API deletion...')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Deleting...' })).toBeDisabled();
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    await expect(dialog).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled();
    go();
    await expect(page.getByText(`Pod ${pod.name} is being gracefully deleted.`)).toBeVisible();
    await expect(dialog).toBeHidden();

    const next = await server.enginePod(page, pod.uid);
    expect((await server.deletions(page))[0]).toMatchObject({ podUid: pod.uid, via: 'api', outcome: 'deleted' });
    // The stream updates it without a refresh.
    await page.getByRole('button', { name: `View details of ${next.name}` }).click();
    await expect(page).toHaveURL(new RegExp(`pod=${next.uid}`));
    await expect(page.getByRole('dialog', { name: 'Pod details' })).toContainText('Running');
  });
});

test('spec 001 §4: an engine whose process is killed is shown going away and coming back', async ({ page }) => {
  const pod = await server.enginePod(page);
  await server.open(page, '/k8s-analyzer?name=engine');
  await expect(row(page, pod.name)).toContainText('Running');
  // From the second exit on the container waits, twice as long each time: a busy machine shows a state of a second or
  // two too late.
  await expect(async () => {
    await Promise.all([
      server.killEngine(page),
      expect(async () => {
        await refresh(page).click();
        await expect(row(page, pod.name)).toContainText(/CrashLoopBackOff|Error/, { timeout: 300 });
      }).toPass({ intervals: [50], timeout: 10_000 }),
    ]);
  }).toPass();
  await expect(async () => {
    await refresh(page).click();
    await expect(row(page, pod.name)).toContainText('Running', { timeout: 500 });
  }).toPass();
});

test('spec 001 §4: auto-delete is one switch for all tabs of a browser, and continues when the acting tab is closed', async ({
  page,
  context,
}) => {
  const isOn = (tab: Page) => tab.getByRole('switch', { name: 'Auto-delete' });
  await server.open(page, '/k8s-analyzer?candidates=1');
  // The first tab with a rendered screen acts.
  await expect(isOn(page)).toBeVisible();
  const other = await context.newPage();
  await server.open(other, '/k8s-analyzer?candidates=1');
  await other.getByLabel('Auto-delete').click();
  for (const tab of [page, other]) {
    await expect(isOn(tab)).toBeChecked();
    await expect(tab.getByText(/^Auto-delete in (60|5\d) s$/)).toBeVisible();
  }
  await expect(other.getByText('Another tab of this browser is in charge; this one is read-only.')).toBeVisible();
  await page.close();
  await expect(other.getByText(/^Auto-delete in (60|5\d) s$/)).toBeVisible();
  await expect(other.getByText('Another tab of this browser is in charge; this one is read-only.')).toHaveCount(0);
  await other.getByLabel('Auto-delete').click();
  await expect(isOn(other)).not.toBeChecked();
});

test('automatic deletion by the server needs confirmation, names who enabled it, and replaces the screen’s switch', async ({
  page,
}) => {
  await server.open(page, '/k8s-analyzer');
  const choose = async (mode: string) => {
    await page.getByRole('button', { name: /^On the server/ }).click();
    await page.getByRole('menuitem', { name: mode, exact: true }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `Switch to: ${mode}` })
      .click();
  };
  await choose('Dry run');
  await expect(page.getByRole('button', { name: 'On the server: Dry run' })).toBeVisible();
  await page.getByRole('button', { name: /^On the server/ }).click();
  await expect(page.getByText('Set by admin@switchyard.local')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('switch', { name: 'Auto-delete' })).toBeEnabled();
  await choose('On');
  await expect(page.getByText('The server does this automatically, so pages don’t.')).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Auto-delete' })).toBeDisabled();
  await expectAccessible(page);
  await choose('Off');
  await expect(page.getByRole('switch', { name: 'Auto-delete' })).toBeEnabled();
});

test('spec 001 §4, §9: auto-refresh counts down 30 s and refreshes; auto-delete counts down 60 s, refreshes, waits 10 s and deletes the candidates', async ({
  page,
}) => {
  await page.clock.install();
  let answers = 0;
  // By the page's clock, which the test advances by whole minutes, its stream times out and may not be back: then the
  // other call is used.
  page.on('response', (answer) => {
    if (/\/api\/cluster\/(refresh|gateway-status)/.test(answer.url())) answers += 1;
  });
  await server.open(page, '/k8s-analyzer');
  // The toolbar appears before the first response, which restarts the countdown.
  await expect(page.getByRole('table', { name: 'Gateway Pods Status' })).toBeVisible();
  const countdown = page.getByText(/^Refresh in \d+ s$/);
  await expect(countdown).toHaveText(/^Refresh in (30|2\d) s$/);
  // From here on the test alone controls the page's time.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
  await page.clock.runFor(250);
  const left = Number((await countdown.textContent())?.match(/\d+/)?.[0]);
  await page.clock.runFor((left - 1) * 1_000);
  await expect(page.getByText('Refresh in 1 s')).toBeVisible();
  expect(answers).toBe(1);
  // The next refresh is a whole interval after the last one was rendered, which on a busy machine is a moment after it
  // arrived.
  await expect(async () => {
    await page.clock.runFor(250);
    expect(answers).toBe(2);
  }).toPass({ intervals: [100] });
  // Rendering of loaded data also follows the page's clock.
  await expect(async () => {
    await page.clock.runFor(1);
    await expect(page.getByText('Refresh in 30 s')).toBeVisible({ timeout: 100 });
  }).toPass();
  await page.getByLabel('Auto-refresh').click();
  await page.clock.fastForward(90_000);
  expect(answers).toBe(2);

  await page.getByRole('switch', { name: 'Show deletion candidates' }).click();
  const table = page.getByRole('table', { name: 'Gateway Pods Status' });
  const candidates = Number(await table.getAttribute('aria-rowcount')) - 1;
  expect(candidates).toBeGreaterThan(1);
  const before = (await server.deletions(page)).length;

  await page.getByLabel('Auto-delete').click();
  await expect(page.getByText('Auto-delete in 60 s')).toBeVisible();
  await page.clock.runFor(59_000);
  await expect(page.getByText('Auto-delete in 1 s')).toBeVisible();
  expect(answers).toBe(2);
  await page.clock.runFor(1_250);
  // By the page's clock its stream has been silent for long, so it waits for the next line before it polls.
  const answered = (count: number) =>
    expect(async () => {
      await page.clock.runFor(25);
      expect(answers).toBe(count);
    }).toPass({ intervals: [100] });
  await answered(3);
  await expect(page.getByText(/^Deleting in (10|9) s$/)).toBeVisible();
  await page.clock.runFor(8_500);
  expect(await server.deletions(page)).toHaveLength(before);
  await page.clock.runFor(1_750);
  await expect(page.getByText(`${candidates} pods are being gracefully deleted.`)).toBeVisible();
  const made = (await server.deletions(page)).slice(0, -before || undefined);
  expect(made).toHaveLength(candidates);
  for (const deletion of made) {
    expect(deletion).toMatchObject({ cause: 'auto-delete', outcome: 'deleted', sessions: [] });
    expect(['Error', 'OOMKilled', 'ContainerStatusUnknown']).toContain(deletion.podStatus);
  }
  await expect(page.getByText(/^Auto-delete in (60|59) s$/)).toBeVisible();

  // Nothing is left, so this round deletes nothing; clicking the countdown starts it at once.
  await page.getByRole('button', { name: /^Auto-delete in/ }).click();
  await answered(4);
  await page.clock.runFor(10_250);
  await expect(page.getByText(/^Auto-delete in (60|59) s$/)).toBeVisible();
  expect(await server.deletions(page)).toHaveLength(before + candidates);
});
