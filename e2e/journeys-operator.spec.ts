import type { Page } from '@playwright/test';
import { expect, expectAccessible, signInAs, test } from './fixtures.ts';
import { createOwnServer, type OwnServer } from './own-server.ts';
import { seedNodeMemory } from './seed-node-memory.ts';

test.describe.configure({ mode: 'default' });
const BUSY = { timeout: 120_000 };
/** Share of its memory by which a node grows per minute: from about 53% it reaches 90% in twenty. */
const GROWTH_SHARE = 0.018;
/** No customer may be disconnected for longer. */
const LONGEST_DISCONNECTED_MS = 10_000;

let own: OwnServer;
test.beforeAll(async () => {
  own = await createOwnServer({ FLEET: 'nodes:6,pods:90,changes:2,seed:3' });
  await own.start();
});
test.afterAll(() => own.remove());

/** Presses keys and counts them. */
function keyboard(page: Page) {
  let presses = 0;
  return {
    presses: () => presses,
    async press(name: string | RegExp, within = page.getByRole('main')) {
      const button = within.getByRole('button', { name }).first();
      await expect(button).toBeEnabled(BUSY);
      await button.focus();
      await expect(button).toBeFocused();
      presses += 1;
      await page.keyboard.press('Enter');
    },
  };
}

const deletions = async (page: Page) =>
  (await (await page.request.get(`${own.url}/api/cluster/deletions?limit=200`)).json()).data as {
    cause: string;
    podName: string;
    outcome: string;
    actor: { email: string };
  }[];

test('J9: a node that fills up is cordoned, relieved pod by pod and uncordoned again by keyboard', async ({ page }) => {
  test.slow();
  const full = (node: { name: string }) => node.name.includes('qd2qrgks');
  const nodes = await seedNodeMemory(own, page.request, (node, ago) => (full(node) ? -GROWTH_SHARE * ago : 0));
  const node = nodes.find(full)?.name ?? '';
  await signInAs(page.context(), 'admin', own.url);
  const { press, presses } = keyboard(page);
  const began = performance.now();
  await page.goto(`${own.url}/cluster-optimizer`);

  const forecast = page.getByRole('region', { name: 'Pressure forecast' });
  await expect(forecast).toContainText(new RegExp(`${node} is at \\d+% and reaches 90% in \\d+ min`), BUSY);
  await expect(forecast).toContainText(/In \d+ to \d+ min with \d+% confidence; growing by/);
  await press(`Relieve ${node}`);
  const cordon = page.getByRole('dialog', { name: `Cordon ${node}` });
  await expect(cordon).toContainText('No pods move yet');
  await press('Cordon node', cordon);
  const run = page.getByRole('region', { name: `Relieving ${node}` });
  await expect(run).toContainText('Cordoned: no new pods are scheduled there.', BUSY);

  const arrived = run.getByText(/^On sim-gateway-\S+ after \d+\.\d s$/);
  const ended = run.getByText('Ended on its own');
  // A pod that ended before its turn is not moved, and no other is moved in its place without being requested.
  for (let moved = 0; moved < 2; moved = await arrived.count()) {
    const before = moved + (await ended.count());
    await press('Move pod', run);
    const move = page.getByRole('dialog', { name: 'Move pod' });
    // The affected customer is shown before the move.
    await expect(move).toContainText('Serves no sessions.');
    await press('Move pod', move);
    await expect.poll(async () => (await arrived.count()) + (await ended.count()), BUSY).toBe(before + 1);
  }
  // The run belongs to the server: another view of it shows the same.
  await page.reload();
  await expect(arrived).toHaveCount(2, BUSY);
  const askedAgain = await ended.count();
  await expectAccessible(page);
  await press('Uncordon and close', run);
  await expect(run).toHaveCount(0, BUSY);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  test.info().annotations.push({ type: 'journey', description: `${presses()} presses, ${seconds} s` });

  const done = await deletions(page);
  expect(done.filter((deletion) => deletion.cause === 'consolidation')).toHaveLength(2);
  expect(
    done.every((deletion) => deletion.outcome === 'deleted' && deletion.actor.email === 'admin@switchyard.local'),
  ).toBe(true);
  const { spec } = await (await page.request.get(`${own.clusterUrl}/api/v1/nodes/${node}`)).json();
  expect(spec.unschedulable).toBeUndefined();
  expect(presses()).toBeLessThanOrEqual(7 + 2 * askedAgain);
});

test('a customer whose engine’s pod is moved is connected again within 10 s', async ({ page }) => {
  await signInAs(page.context(), 'admin', own.url);
  const connected = async (notOn: string) => {
    const { data } = await (await page.request.get(`${own.url}/api/cluster/sessions`)).json();
    return data.find(
      (one: { status: string; podExists: boolean; podId: string }) =>
        one.status === 'connected' && one.podExists && one.podId !== notOn,
    )?.podId;
  };
  await expect.poll(() => connected(''), BUSY).toBeTruthy();
  const podName = await connected('');
  const podOf = async () =>
    (await (await page.request.get(`${own.clusterUrl}/api/v1/pods`)).json()).items.find(
      ({ metadata }: { metadata: { name: string } }) => metadata.name === podName,
    );
  const { uid } = (await podOf()).metadata;
  const began = performance.now();
  await page.request.post(`${own.url}/api/cluster/pods/delete`, {
    data: { podName, uid },
    headers: { origin: own.url },
  });
  const isBack = async () => {
    const pod = await podOf();
    const isAnother = pod !== undefined && pod.metadata.uid !== uid && pod.status.phase === 'Running';
    return isAnother && (await connected('')) === podName;
  };
  await expect.poll(isBack, { ...BUSY, intervals: [100] }).toBe(true);
  expect(performance.now() - began).toBeLessThan(LONGEST_DISCONNECTED_MS);
});
