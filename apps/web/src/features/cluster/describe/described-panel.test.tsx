import type { DescribedPod } from '@switchyard/contracts/cluster/describe';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer, refusal } from '../../../../test/fake-server.ts';
import { renderPart } from '../../../../test/render-part.tsx';
import { DescribeLink } from '../address/describe-link.tsx';
import { DescribedPanel } from './described-panel.tsx';

const server = fakeServer();
const run = {
  state: 'running',
  reason: '',
  message: '',
  exitCode: null,
  signal: null,
  startedAt: null,
  finishedAt: null,
} as const;
const pod = {
  uid: 'u',
  name: 'engine-1',
  namespace: 'gateways',
  status: 'Running',
  ready: '1/1',
  restarts: 3,
  nodeName: 'node-1',
  owner: '',
  ip: '',
  qosClass: '',
  priorityClass: '',
  serviceAccount: '',
  reason: '',
  message: '',
  createdAt: null,
  startedAt: null,
  deletedAt: null,
  labels: {},
  nodeSelector: {},
  tolerations: [],
  volumes: [],
  conditions: [{ type: 'Ready', status: 'True', reason: '', message: '', changedAt: null }],
  containers: [
    {
      name: 'engine',
      kind: 'app',
      image: 'engine:1',
      ready: true,
      restarts: 3,
      now: run,
      before: { ...run, state: 'terminated', reason: 'OOMKilled', exitCode: 137 },
      requests: {},
      limits: { memory: '2Gi' },
    },
  ],
  events: null,
  eventsProblem: 'events is forbidden',
  manifest: 'kind: Pod\n',
} satisfies DescribedPod;
const PATH = 'GET /api/cluster/namespaces/gateways/pods/engine-1';
const history = () => ({
  everyMs: 60_000,
  lastAtMs: 1,
  nodes: [],
  pods: [{ key: 'u', millicores: [100, 250], memoryBytes: [1024 ** 3, 2 * 1024 ** 3], restarts: [0, 3] }],
});

it('a name opens its description, without changing the rest of the screen’s address', async () => {
  server.on(PATH, () => pod);
  server.on('POST /api/cluster/history', history);
  const part = (
    <>
      <DescribeLink described={{ kind: 'pod', namespace: 'gateways', name: 'engine-1' }} />
      <DescribedPanel />
    </>
  );
  const { user, router } = await renderPart(part, { at: '/k8s-analyzer?status=Error' });
  await user.click(screen.getByRole('button', { name: 'engine-1' }));
  const dialog = await screen.findByRole('dialog', { name: 'Pod engine-1' });
  await screen.findByText('Ended, OOMKilled, exit code 137');
  // Events that may not be read are unknown, not absent.
  expect(dialog.textContent).toContain('Couldn’t load events: events is forbidden');
  expect(dialog.textContent).toContain('memory=2Gi');
  await screen.findByText('1.0 Gi to 2.0 Gi');
  expect(router.state.location.search).toEqual({ status: 'Error', describe: 'pod/gateways/engine-1' });
  await user.click(screen.getByRole('tab', { name: 'YAML' }));
  expect(await screen.findByText('kind: Pod')).toBeTruthy();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(router.state.location.search).toEqual({ status: 'Error' }));
});

it('shows the server’s message for a deleted pod', async () => {
  server.on(PATH, () => refusal(404, 'POD_GONE', {}, 'The pod no longer exists.'));
  await renderPart(<DescribedPanel />, { at: '/k8s-analyzer?describe=pod%2Fgateways%2Fengine-1' });
  expect(await screen.findByText('The pod no longer exists.')).toBeTruthy();
});
