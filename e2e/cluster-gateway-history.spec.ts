import { consoleServer } from './cluster-console.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { overridePods, refresh } from './gateway-pods.ts';

const server = consoleServer({ FLEET: 'nodes:20,pods:400,changes:0' });

test('spec 001 §4, §9: the pod status history: recording, windows, badge, top lists, storage', async ({ page }) => {
  const sessions = ['s-1', 's-2', 's-3', 's-4', 's-5', 's-6'];
  /** The status of all pods in the console; null: the pods are gone. */
  let shown: string | null = 'Running';
  await overridePods(page, (pods) =>
    shown === null
      ? []
      : pods.slice(0, 60).map((pod, at) => ({
          ...pod,
          name: `gateway-${at}`,
          statusString: shown ?? '',
          sessions: at < 6 ? sessions.slice(0, 6 - at).map((_id) => ({ _id, status: 'connected', user: null })) : [],
        })),
  );
  await page.clock.install();
  await server.open(page, '/k8s-analyzer');
  const see = async (status: string | null) => {
    shown = status;
    const answer = page.waitForResponse('**/api/cluster/gateway-status');
    await refresh(page).click();
    await answer;
    await expect(refresh(page)).toBeEnabled();
  };
  const history = page.getByRole('button', { name: /^Pod History/ });
  await expect(history).toHaveText(/Pod History\s*0$/);
  await see('CrashLoopBackOff');
  await expect(history).toHaveText(/0$/);
  await see('Error');
  await expect(history).toHaveText(/60$/);
  // 60 changes in 5 minutes are 12 per minute.
  await history.click();
  const drawer = page.getByRole('dialog', { name: 'Pod status history' });
  for (const minutes of [1, 5, 10, 15, 30]) {
    const choice = drawer.getByRole('radio', { name: `${minutes} min`, exact: true });
    await expect(choice).toBeChecked({ checked: minutes === 5 });
  }
  await expect(drawer.getByRole('radio')).toHaveCount(5);
  const rate = drawer.getByTestId('change-rate');
  await expect(rate).toHaveText('12.0 changes a minute');
  await expect(rate).toHaveAttribute('data-warning', 'true');
  await drawer.getByText('10 min', { exact: true }).click();
  await expect(rate).toHaveText('6.0 changes a minute');
  await expect(rate).not.toHaveAttribute('data-warning');
  await expect(drawer.getByRole('region', { name: 'Top problem statuses' }).getByRole('listitem')).toHaveText([
    'Error (60)',
  ]);
  await expect(drawer.getByRole('region', { name: 'Top problem sessions' }).getByRole('listitem')).toHaveText([
    's-1 (6)',
    's-2 (5)',
    's-3 (4)',
    's-4 (3)',
    's-5 (2)',
  ]);
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await see(null);
  await history.click();
  await expect(drawer).toContainText('Pod no longer exists');
  await expect(drawer.getByRole('region', { name: 'Top problem statuses' }).getByRole('listitem')).toHaveText([
    'Error (60)',
  ]);
  const stored = () =>
    page.evaluate(() =>
      ['podStatusChanges', 'podStatusTimeWindows', 'podStatusMap'].map((key) =>
        JSON.parse(localStorage.getItem(key) ?? 'null'),
      ),
    );
  const [changes, windows, remembered] = await stored();
  expect(changes).toHaveLength(120);
  expect(changes[60]).toMatchObject({ podName: 'gateway-0', previousStatus: 'Error', newStatus: 'Removed' });
  expect(windows[0].totalChanges).toBeGreaterThan(0);
  expect(remembered).toEqual({});
  await page.clock.fastForward(11 * 60_000);
  await expect(drawer).toContainText('No status changes in this window.');
  await drawer.getByText('30 min', { exact: true }).click();
  await expect(drawer.getByRole('region', { name: 'Top problem statuses' }).getByRole('listitem')).toHaveText([
    'Error (60)',
  ]);
  await drawer.getByRole('button', { name: 'Clear history' }).click();
  await page.getByRole('dialog', { name: 'Clear history' }).getByRole('button', { name: 'Clear history' }).click();
  await expect(drawer).toContainText('No status changes in this window.');
  expect((await stored())[0]).toBeNull();

  // At most 10,000 changes are kept: the oldest is dropped for a new one.
  await page.evaluate(() => {
    const old = (at: number) => ({
      podName: `old-${at}`,
      previousStatus: 'Running',
      newStatus: 'Error',
      reason: '',
      detailedReason: '',
      timestamp: new Date(at).toISOString(),
      nodeName: '',
      sessions: [],
    });
    localStorage.setItem('podStatusChanges', JSON.stringify(Array.from({ length: 10_000 }, (_, at) => old(at))));
  });
  await page.keyboard.press('Escape');
  await see('Running');
  await see('OOMKilled');
  // It is stored a moment after it is shown.
  await expect.poll(async () => (await stored())[0][0].podName).toBe('old-60');
  const kept = (await stored())[0];
  expect(kept).toHaveLength(10_000);
  expect(kept.at(-1)).toMatchObject({ podName: 'gateway-59', newStatus: 'OOMKilled' });
});

test.describe('with refused requests', () => {
  test.use({ allowedErrors: [/status of 404/] });

  test('spec 001 §5: a bulk deletion takes at most 50 pods and reports every failure; an empty one says so', async ({
    page,
  }) => {
    const failing = ['gateway-3', 'gateway-7'];
    await overridePods(page, (pods) =>
      pods.slice(0, 70).map((pod, at) => ({ ...pod, name: `gateway-${at}`, statusString: 'Error', sessions: [] })),
    );
    const announced: string[] = [];
    await page.route('**/api/cluster/deletions', async (route) => {
      announced.push(route.request().postDataJSON().podName);
      await route.fulfill({ json: { _id: `deletion-${announced.length}`, resourceVersion: null } });
    });
    await page.route('**/api/cluster/deletions/*', (route) => route.fulfill({ json: {} }));
    await page.route(`${server.clusterUrl}/**`, async (route) => {
      const name = route.request().url().split('/').at(-1) ?? '';
      const isRefused = failing.includes(name);
      await route.fulfill({
        status: isRefused ? 404 : 200,
        headers: {
          'access-control-allow-origin': '*',
          'access-control-allow-methods': '*',
          'access-control-allow-headers': '*',
        },
        json: isRefused ? { message: `pods "${name}" not found` } : {},
      });
    });
    await server.open(page, '/k8s-analyzer');
    await page.getByRole('button', { name: 'Delete 70 candidates' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm Pod Deletion' });
    await expect(dialog).toContainText('Delete 50 pods that have failed and serve no session?');
    await expect(dialog).toContainText('At most 50 pods are deleted at once; 20 candidates remain for the next time.');
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(dialog).toContainText(
      'Failed to delete filtered pods: 2 of 50 pods. gateway-3, gateway-7: The pod no longer exists',
    );
    expect(new Set(announced).size).toBe(50);
    await expect(dialog).toContainText('Delete 2 pods that have failed');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByLabel('Pod name').fill('no pod has this name');
    await expect(page.getByRole('button', { name: /^Delete .*candidate/ })).toHaveCount(0);
    await page.getByRole('switch', { name: 'Show deletion candidates' }).click();
    await page.getByRole('button', { name: 'Delete candidates' }).click();
    await expect(page.getByText('No non-running pods without sessions to delete.')).toBeVisible();
    await expect(
      page.getByText('No pods match the deletion criteria (non-running pods without sessions)'),
    ).toBeVisible();
  });
});
