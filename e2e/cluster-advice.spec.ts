import { consoleServer } from './cluster-console.ts';
import { expect, expectNoSidewaysScroll, test } from './fixtures.ts';

const server = consoleServer({ FLEET: 'nodes:6,pods:60,changes:0' });

test('advice says that it needs more measurements', async ({ page }) => {
  await server.open(page, '/cluster-optimizer');
  const forecast = page.getByRole('region', { name: 'Pressure forecast' });
  await expect(forecast).toContainText('7 nodes aren’t included yet: they need 20 minutes of measurements.');
  await expect(forecast).toContainText('No alert of the last 30 days has a known outcome yet.');
  const plan = page.getByRole('region', { name: 'Consolidation plan' });
  // Metrics arrive within the first 15 seconds.
  await expect(plan).toContainText('No nodes can be emptied right now.', { timeout: 40_000 });
  await plan.getByText('Why 7 nodes are kept').click();
  await expect(plan).toContainText(/sim-gateway-\S+: its growth isn’t known yet/);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
});

test('an administrator adds the demo’s simulated fleet with progress and removes it again', async ({ page }) => {
  await server.open(page, '/cluster-optimizer');
  await page.getByRole('button', { name: 'Simulated fleet' }).click();
  await expect(page.getByRole('menu')).toContainText('Now: 6 nodes, 60 pods');
  await page.getByRole('menuitem', { name: 'Add 100 nodes, 2,000 pods' }).click();
  await expect(page.getByRole('status').filter({ hasText: /^Adding 100 nodes, 2,000 pods: \d+%/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Total Nodes' })).toContainText('101');
  await expect(page.getByRole('status').filter({ hasText: 'Adding' })).toHaveCount(0);
  await page.getByRole('tab', { name: 'Sessions' }).click();
  await page.getByRole('button', { name: 'Simulated fleet' }).click();
  await page.getByRole('menuitem', { name: 'Remove the simulated fleet' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Removing' })).toHaveCount(0);
  await page.getByRole('tab', { name: 'Overview' }).click();
  await expect(page.getByRole('region', { name: 'Total Nodes' })).toContainText(/^Total Nodes1$/);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
});
