import type { Page } from '@playwright/test';
import { consoleServer } from './cluster-console.ts';
import { expect, expectNoSidewaysScroll, test } from './fixtures.ts';

// Half empty, so that there is something to consolidate, and without changes of its own.
const server = consoleServer({ FLEET: 'nodes:6,pods:60,changes:0' });

/** Has the page read other node usage from the live stream: every node this full (0 to 1), growing by so many bytes a minute. */
async function useOtherwise(page: Page, share: number, growthPerMinute: number): Promise<void> {
  await page.addInitScript(
    ({ share, growthPerMinute }) => {
      const realFetch = window.fetch;
      const capacities = new Map<string, number>();
      const change = (line: string): string => {
        const update = JSON.parse(line);
        for (const node of update.nodes ?? []) capacities.set(node.name, node.capacityBytes);
        for (const usage of update.nodeUsage ?? []) usage[2] = share * (capacities.get(usage[0]) ?? 0);
        if (update.nodeUsage) update.nodeGrowth = [...capacities.keys()].map((name) => [name, growthPerMinute]);
        return JSON.stringify(update);
      };
      window.fetch = async (...asked) => {
        const answer = await realFetch(...asked);
        if (!String(asked[0]).startsWith('/api/cluster/stream') || !answer.body) return answer;
        let rest = '';
        const changed = answer.body.pipeThrough(new TextDecoderStream()).pipeThrough(
          new TransformStream<string, string>({
            transform(chunk, out) {
              const lines = (rest + chunk).split('\n');
              rest = lines.pop() ?? '';
              for (const line of lines) out.enqueue(`${change(line)}\n`);
            },
          }),
        );
        return new Response(changed.pipeThrough(new TextEncoderStream()), { status: answer.status });
      };
    },
    { share, growthPerMinute },
  );
}

test('pressure forecast: the heaviest pod of a node that fills up is moved before it is killed', async ({ page }) => {
  // At 85% and growing by a hundredth of the machine a minute, 90% is about five minutes away.
  const pod = await server.enginePod(page);
  const { capacity } = (await (await page.request.get(`${server.clusterUrl}/api/v1/nodes`)).json()).items.find(
    (node: { metadata: { name: string } }) => !node.metadata.name.startsWith('sim-'),
  ).status;
  await useOtherwise(page, 0.85, Number.parseInt(capacity.memory, 10) * 1024 * 0.01);
  await server.open(page, '/cluster-optimizer');
  const forecast = page.getByRole('region', { name: 'Pressure forecast' });
  const line = forecast
    .locator('div')
    .filter({ hasText: `Heaviest pod: ${pod.name}` })
    .last();
  // A machine and an engine that were just started are measured within the next quarter of a minute.
  const words = /is at 85% and reaches 90% in 5 min \(.* a minute\)/;
  await expect(forecast).toContainText(words, { timeout: 30_000 });
  await expect(line).toBeVisible({ timeout: 30_000 });
  await forecast
    .getByRole('button', { name: 'Move it now' })
    .nth(await rankOf(page, pod.name))
    .click();
  const dialog = page.getByRole('dialog', { name: 'Move pod' });
  await expect(dialog).toContainText(pod.name);
  await dialog.getByRole('button', { name: 'Delete Pod' }).click();
  await expect(page.getByText(`Pod ${pod.name} is being gracefully deleted.`)).toBeVisible();
  await server.enginePod(page, pod.uid);
});

/** Which of the forecasts names the pod. */
async function rankOf(page: Page, pod: string): Promise<number> {
  const texts = await page
    .getByRole('region', { name: 'Pressure forecast' })
    .getByText(/^Heaviest pod: /)
    .allTextContents();
  return texts.findIndex((text) => text.includes(pod));
}

test('consolidation plan: one step, pod by pod with a confirm, and a stop button', async ({ page }) => {
  await server.open(page, '/cluster-optimizer');
  const plan = page.getByRole('region', { name: 'Consolidation plan' });
  await expect(plan).toContainText(/Emptying \d+ nodes? frees .* cores\. Sessions that move: \d+\./, {
    timeout: 20_000,
  });
  await plan.getByRole('button', { name: 'Start this step' }).first().click();
  await expect(plan).toContainText('This step is as it was planned when you started it.');
  await expect(plan).toContainText(/First keep new pods away: kubectl cordon sim-/);
  const moves = plan.getByRole('listitem');
  const count = await moves.count();
  expect(count).toBeGreaterThan(0);
  await expect(moves.first()).toContainText(/ to sim-/);
  const before = (await server.deletions(page)).length;
  await moves.first().getByRole('button', { name: 'Move pod' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move pod' });
  await expect(dialog).toContainText(/Delete .* on sim-.* so that it is made anew, expected on sim-/);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await server.deletions(page)).toHaveLength(before);
  await moves.first().getByRole('button', { name: 'Move pod' }).click();
  await dialog.getByRole('button', { name: 'Move pod' }).click();
  await expect(dialog).toBeHidden();
  expect((await server.deletions(page))[0]).toMatchObject({ cause: 'consolidation', outcome: 'deleted' });
  await expect(moves.first()).toContainText(/Waiting for the pod to end|Done/);
  await expect(moves.first()).toContainText('Done');
  await plan.getByRole('button', { name: 'Stop' }).click();
  await expect(plan.getByRole('button', { name: 'Start this step' }).first()).toBeVisible();
});

test('the demo’s simulated fleet is added with progress and removed again, by an administrator', async ({ page }) => {
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
