import { consoleServer } from './cluster-console.ts';
import { expect, expectAccessible, test } from './fixtures.ts';

// Without random changes.
const server = consoleServer({ FLEET: 'nodes:6,pods:60,changes:0' });

/** Returns pods of the fleet that share their owner with others. */
async function pods(): Promise<{ name: string; namespace: string; owner: string; restarts: number }[]> {
  const { items } = await (await fetch(`${server.clusterUrl}/api/v1/pods`)).json();
  return items.map(
    (pod: {
      metadata: { name: string; namespace: string; ownerReferences?: { kind: string; name: string }[] };
      status: { containerStatuses?: { restartCount: number }[] };
    }) => ({
      name: pod.metadata.name,
      namespace: pod.metadata.namespace,
      owner:
        pod.metadata.ownerReferences?.map((ownerReference) => `${ownerReference.kind}/${ownerReference.name}`)[0] ?? '',
      restarts: (pod.status.containerStatuses ?? []).reduce((sum, one) => sum + one.restartCount, 0),
    }),
  );
}

test('keyboard: filter, go to a pod, describe it, read its log, and go back', async ({ page }) => {
  await server.open(page, '/cluster-optimizer?tab=nodes&view=health');
  const table = page.getByRole('table', { name: 'Pod Health' });
  await expect(table.getByRole('row').nth(5)).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toContainText('Describe the row');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  const pod = await server.enginePod(page);
  await page.keyboard.press('/');
  await expect(page.getByPlaceholder('Search pods...')).toBeFocused();
  await page.keyboard.type(pod.name);
  await expect(table.getByRole('row')).toHaveCount(2);
  await page.keyboard.press('Enter');
  await expect(table.getByRole('row').nth(1)).toBeFocused();
  await page.keyboard.press('d');
  const described = page.getByRole('dialog', { name: `Pod ${pod.name}` });
  await expect(described).toContainText('Running');
  await expect(described.getByRole('region', { name: 'engine' })).toContainText('Limits');
  await expect(described).toContainText('Started');
  await expect(page).toHaveURL(/describe=pod%2F/);
  await expectAccessible(page);
  await described.getByRole('tab', { name: 'YAML' }).click();
  await expect(described).toContainText('kind: Pod');
  await page.keyboard.press('Escape');
  await expect(described).toBeHidden();
  // The filter belongs to the screen and is unchanged.
  await expect(page.getByPlaceholder('Search pods...')).toHaveValue(pod.name);
  await table.getByRole('row').nth(1).focus();
  await page.keyboard.press('l');
  await expect(page.getByRole('dialog', { name: `Pod logs: ${pod.name}` })).toBeVisible();
});

test('j, k, g and G move through a table with few rendered rows', async ({ page }) => {
  await server.open(page, '/cluster-optimizer?tab=nodes&view=health');
  const table = page.getByRole('table', { name: 'Pod Health' });
  await expect(table.getByRole('row').nth(5)).toBeVisible();
  const count = Number(await table.getAttribute('aria-rowcount'));
  const focusedAt = () => page.evaluate(() => Number(document.activeElement?.getAttribute('aria-rowindex')));
  await page.keyboard.press('j');
  await expect.poll(focusedAt).toBe(2);
  await page.keyboard.press('j');
  await expect.poll(focusedAt).toBe(3);
  await page.keyboard.press('G');
  await expect.poll(focusedAt).toBe(count);
  await page.keyboard.press('k');
  await expect.poll(focusedAt).toBe(count - 1);
  await page.keyboard.press('g');
  await expect.poll(focusedAt).toBe(2);
});

test('every column sorts, and gateway pods start with the most urgent', async ({ page }) => {
  await server.open(page, '/k8s-analyzer');
  const table = page.getByRole('table', { name: 'Gateway Pods Status' });
  await expect(table.getByRole('columnheader', { name: /^Status/ })).toHaveAttribute('aria-sort', 'ascending');
  await expect(table.getByRole('row').nth(3)).toBeVisible();
  for (const name of ['Pod Name', 'Ready State', 'Version', 'Container Status', 'Sessions', 'Restarts', 'Age']) {
    await table.getByRole('button', { name }).click();
    await expect(table.getByRole('columnheader', { name })).toHaveAttribute('aria-sort', /ending$/);
  }
  await table.getByRole('button', { name: 'Restarts' }).click();
  await expect(page).toHaveURL(/sort=-restarts/);
  const restarts = (await table.getByRole('row').allTextContents()).length;
  expect(restarts).toBeGreaterThan(3);
});

test('Ctrl+K finds a pod, a node and a session, and opens descriptions', async ({ page }) => {
  const pod = await server.enginePod(page);
  await server.open(page, '/k8s-analyzer');
  await expect(page.getByRole('table', { name: 'Gateway Pods Status' }).getByRole('row').nth(3)).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Find a page, contact, message or connection').last().fill(pod.name.slice(0, 14));
  await expect(page.getByRole('button', { name: new RegExp(pod.name) }).first()).toBeVisible();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('sim-');
  await page
    .getByRole('button', { name: /^sim-.*Ready/ })
    .first()
    .click();
  await expect(page).toHaveURL(/k8s-analyzer-nodes.*describe=node%2Fsim-/);
  await expect(page.getByRole('dialog', { name: /^Node sim-/ })).toContainText('MemoryPressure');
});

test('the logs of an owner’s pods are combined, and a log pauses when scrolled up', async ({ page }) => {
  const all = await pods();
  const owners = Map.groupBy(all, (pod) => `${pod.namespace} ${pod.owner}`);
  const siblings = [...owners.values()].find((found) => found.length > 1 && found[0]?.owner !== '') ?? [];
  const [pod] = siblings;
  if (!pod) throw new Error('the fleet has no owner of several pods');
  await server.open(page, `/cluster-optimizer?tab=nodes&view=health&pods=${pod.name}`);
  await page.getByRole('button', { name: `View logs of ${pod.name}` }).click();
  const dialog = page.getByRole('dialog', { name: `Pod logs: ${pod.name}` });
  await dialog.getByRole('switch', { name: new RegExp(`^All ${siblings.length} pods of`) }).click();
  const log = dialog.getByRole('log');
  await expect(log).toContainText(siblings.at(-1)?.name ?? '', { timeout: 20_000 });
  await expect(dialog.getByRole('button', { name: 'Pause auto-scroll' })).toBeVisible();
  // At the end, as soon as it can be scrolled up.
  await expect.poll(() => log.evaluate((box) => box.scrollTop)).toBeGreaterThan(100);
  await log.hover();
  await page.mouse.wheel(0, -600);
  await expect(dialog.getByRole('button', { name: 'Resume auto-scroll' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Resume auto-scroll' }).click();
  await expect(dialog.getByRole('button', { name: 'Pause auto-scroll' })).toBeVisible();
});

test('/cluster-audit: who deleted what, why, and who was affected', async ({ page }) => {
  const pod = await server.enginePod(page);
  await server.open(page, '/cluster-optimizer?tab=nodes&view=health');
  await page.getByPlaceholder('Search pods...').fill(pod.name);
  await page.getByRole('button', { name: `Delete ${pod.name}` }).click();
  await page.getByRole('dialog', { name: 'Delete Pod' }).getByRole('button', { name: 'Delete Pod' }).click();
  await expect(page.getByText(`Pod ${pod.name} is being gracefully deleted.`)).toBeVisible();
  await page.getByRole('link', { name: 'Cluster audit' }).click();
  const table = page.getByRole('table', { name: 'Cluster audit' });
  const row = table.getByRole('row').filter({ hasText: pod.name });
  await expect(row).toContainText('Manual');
  await expect(row).toContainText('admin@switchyard.local');
  await expect(row).toContainText('Deleted');
  await expectAccessible(page);
  await row.click();
  const details = page.getByRole('dialog', { name: 'Entry details' });
  await expect(details).toContainText(pod.uid);
  await expect(details.getByRole('link')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await page.getByLabel('Cause').selectOption('Rule: auto-delete');
  await expect(page.getByText('No entries match these filters')).toBeVisible();
  await expect(page).toHaveURL(/cause=auto-delete/);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(row).toBeVisible();
  await server.enginePod(page, pod.uid);
});
