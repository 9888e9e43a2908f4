import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadAllYaml } from '@kubernetes/client-node';
import type { DescribedPod } from '@switchyard/contracts/cluster/describe';
import type { GatewayStatus } from '@switchyard/contracts/cluster/gateway-status';
import type { PlanRun } from '@switchyard/contracts/cluster/plan';
import { type Account, Authority, type Grant, type PolicyRule } from '@switchyard/local-cluster/authority';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ENGINES_NAMESPACE, type KubernetesServer, startKubernetesServer } from '../../../test/kubernetes-server.ts';
import { newId } from '../../platform/database/columns.ts';
import { projectDirectory } from '../../platform/paths.ts';

const WAIT = { timeout: 20_000, interval: 50 };
const SERVER_TOKEN = 'the-token-of-the-service-account';
const ACCOUNT = `system:serviceaccount:${ENGINES_NAMESPACE}:switchyard`;

interface Manifest {
  kind: string;
  metadata: { name: string };
  rules?: PolicyRule[];
}

const manifests = loadAllYaml(readFileSync(join(projectDirectory, 'deploy/base/rbac.yaml'), 'utf8')) as Manifest[];
/** The rules of deploy/base/rbac.yaml, one for each verb and resource. */
const RIGHTS = manifests.flatMap(({ kind, rules = [] }) => {
  const namespace = kind === 'Role' ? ENGINES_NAMESPACE : null;
  return rules.flatMap(({ apiGroups, resources, verbs }) =>
    apiGroups.flatMap((group) =>
      resources.flatMap((resource) => verbs.map((verb) => ({ namespace, group, resource, verb }))),
    ),
  );
});
type Right = (typeof RIGHTS)[number];
/** The local cluster does not have this resource and answers 404 to everybody; `budgets.test.ts` covers a refusal. */
const UNTRIED = 'list poddisruptionbudgets.policy';
const nameOf = ({ group, resource, verb }: Omit<Right, 'namespace'>) =>
  `${verb} ${resource}${group ? `.${group}` : ''}`;

function serverWith(rights: readonly Right[]): Account {
  const grants: Grant[] = rights.map(({ namespace, group, resource, verb }) => ({
    namespace,
    rules: [{ apiGroups: [group], resources: [resource], verbs: [verb] }],
  }));
  return { name: ACCOUNT, token: SERVER_TOKEN, grants };
}

const authority = new Authority([serverWith(RIGHTS)]);
const owner = (token: string): Account => ({
  name: 'owner',
  token,
  grants: [{ namespace: null, rules: [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }] }],
});
const allowed = new Set<string>();
const refused = new Set<string>();
authority.onCall = (call, isAllowed) => {
  const resource = call.subresource === null ? call.resource : `${call.resource}/${call.subresource}`;
  (isAllowed ? allowed : refused).add(nameOf({ ...call, resource }));
};

let server: KubernetesServer;
const setRights = (rights: readonly Right[]) => {
  authority.accounts = [serverWith(rights), owner(server.cluster().token)];
};
beforeAll(async () => {
  const engine = { command: ['/bin/sh', '-c', 'echo "I am $ENGINE_ID"; exec sleep 600'] as [string, ...string[]] };
  server = await startKubernetesServer({
    token: SERVER_TOKEN,
    cluster: { authority, images: { 'switchyard-engine': engine } },
  });
  setRights(RIGHTS);
});
afterEach(async () => {
  setRights(RIGHTS);
  await server.database.pool.query('delete from engines');
});
afterAll(() => server.stop());

const call = <Body>(method: string, path: string, body?: unknown) =>
  server.call<Body>(method, `/api/cluster${path}`, body, { token: server.admin.token });
const status = async () => (await call<GatewayStatus>('POST', '/gateway-status')).body;

/** An engine that should run. @returns its id */
async function wantEngine(): Promise<string> {
  const id = newId();
  await server.database.pool.query(
    `insert into engines (id, workspace_id, owner_id, name, driver, k8s_namespace, status, desired)
     select $1, m.organization_id, u.id, 'Main', 'simulator', $3, 'initializing', 'running'
     from users u join workspace_members m on m.user_id = u.id where u.email = $2`,
    [id, server.admin.email, ENGINES_NAMESPACE],
  );
  return id;
}

const podOf = async (engineId: string) => (await status()).pods.find((pod) => pod.name.includes(engineId));
const runningPodOf = (engineId: string, not = '') =>
  vi.waitFor(async () => {
    const pod = await podOf(engineId);
    if (pod?.statusString !== 'Running' || pod.uid === not) throw new Error(`not yet: ${JSON.stringify(pod)}`);
    return pod;
  }, WAIT);
const logOf = (pod: string) =>
  fetch(`${server.url}/api/cluster/namespaces/${ENGINES_NAMESPACE}/pods/${pod}/log`, {
    headers: { authorization: `Bearer ${server.admin.token}` },
  });

const describePod = (pod: string) => call<DescribedPod>('GET', `/namespaces/${ENGINES_NAMESPACE}/pods/${pod}`);
/** Starts to relieve a node, as soon as all data for that is known. @returns the run's id */
const relieve = (nodeName: string) =>
  vi.waitFor(async () => {
    const answer = await call<PlanRun>('POST', '/plan-runs', { nodeName, purpose: 'relieve' });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return answer.body._id;
  }, WAIT);
const runNow = async (id: string) =>
  (await call<{ data: PlanRun[] }>('GET', '/plan-runs')).body.data.find((run) => run._id === id);

/** Breaks the watches and deletes their history, so that everything is listed and measured again. */
async function startOver(): Promise<void> {
  // A version only expires once something has changed.
  await server.createNamespace(`after-${newId()}`);
  server.cluster().compact();
  await server.cut();
}

it('needs exactly the rights in deploy/base/rbac.yaml for everything that the server does', async () => {
  refused.clear();
  const engine = await wantEngine();
  const pod = await runningPodOf(engine);
  // The pod is running before it has written its log.
  await expect.poll(async () => (await logOf(pod.name)).text()).toBe(`I am ${engine}\n`);
  const containers = await call('GET', `/namespaces/${ENGINES_NAMESPACE}/pods/${pod.name}/containers`);
  expect(containers.body).toMatchObject({ containers: ['engine'], initContainers: [] });
  expect((await describePod(pod.name)).body).toMatchObject({ name: pod.name, eventsProblem: null });
  expect((await call('GET', '/nodes?type=all')).status).toBe(200);
  await vi.waitFor(async () => expect((await status()).feed.metrics.state).toBe('live'), WAIT);
  expect((await call('POST', '/pods/delete', { podName: pod.name, uid: pod.uid })).status).toBe(200);
  const again = await runningPodOf(engine, pod.uid);
  const run = await relieve(again.nodeName);
  await vi.waitFor(async () => expect(await runNow(run)).toMatchObject({ cordonedByRun: true }), WAIT);
  await call('POST', `/plan-runs/${run}/end`, { uncordon: true });
  await vi.waitFor(async () => expect(await runNow(run)).toMatchObject({ state: 'undone', isCordoned: false }), WAIT);
  await server.database.pool.query('delete from engines');
  await vi.waitFor(async () => expect(await podOf(engine)).toBeUndefined(), WAIT);
  await startOver();
  await vi.waitFor(
    async () => expect((await status()).feed).toMatchObject({ pods: { problem: null }, nodes: { problem: null } }),
    WAIT,
  );
  expect([...refused]).toEqual([]);
  expect(RIGHTS.map(nameOf).filter((name) => !allowed.has(name))).toEqual([UNTRIED]);
});

/** What breaks without each right. */
const BREAKS: Record<string, () => Promise<void>> = {
  async 'create pods'() {
    const engine = await wantEngine();
    await vi.waitFor(() => expect(refused).toContain('create pods'), WAIT);
    expect(await podOf(engine)).toBeUndefined();
  },
  async 'create secrets'() {
    const engine = await wantEngine();
    await vi.waitFor(async () => expect((await podOf(engine))?.reason).toBe('CreateContainerConfigError'), WAIT);
  },
  async 'delete pods'() {
    const pod = await runningPodOf(await wantEngine());
    const answer = await call<{ message: string }>('POST', '/pods/delete', { podName: pod.name });
    expect([answer.status, answer.body.message]).toEqual([
      403,
      expect.stringContaining('cannot delete resource "pods"'),
    ]);
  },
  async 'get pods/log'() {
    const pod = await runningPodOf(await wantEngine());
    expect((await logOf(pod.name)).status).toBe(403);
  },
  async 'get pods'() {
    const pod = await runningPodOf(await wantEngine());
    expect((await call('GET', `/namespaces/${ENGINES_NAMESPACE}/pods/${pod.name}/containers`)).status).toBe(403);
  },
  async 'list events'() {
    const pod = await runningPodOf(await wantEngine());
    const { body } = await describePod(pod.name);
    expect([body.events, body.eventsProblem]).toEqual([null, expect.stringContaining('cannot list resource "events"')]);
  },
  'list pods': () => feedTells('pods', 'cannot list resource "pods"'),
  'watch pods': () => feedTells('pods', 'cannot watch resource "pods"'),
  'list nodes': () => feedTells('nodes', 'cannot list resource "nodes"'),
  'watch nodes': () => feedTells('nodes', 'cannot watch resource "nodes"'),
  async 'patch nodes'() {
    const { nodeName } = await runningPodOf(await wantEngine());
    const run = await relieve(nodeName);
    const problem = expect.stringContaining('cannot patch resource "nodes"');
    await vi.waitFor(async () => expect(await runNow(run)).toMatchObject({ cordonedByRun: null, problem }), WAIT);
    await call('POST', `/plan-runs/${run}/end`, { uncordon: false });
  },
  'list nodes.metrics.k8s.io': () => feedTells('metrics', 'cannot list resource "nodes" in API group "metrics.k8s.io"'),
  'list pods.metrics.k8s.io': () => feedTells('metrics', 'cannot list resource "pods" in API group "metrics.k8s.io"'),
};

async function feedTells(kind: 'pods' | 'nodes' | 'metrics', words: string): Promise<void> {
  await startOver();
  await vi.waitFor(async () => expect((await status()).feed[kind].problem ?? '').toContain(words), WAIT);
}

describe('each right is needed', () => {
  it.each(RIGHTS.map((right) => [nameOf(right), right] as const).filter(([name]) => name !== UNTRIED))(
    'without "%s"',
    async (name, right) => {
      const breaks = BREAKS[name];
      if (!breaks) throw new Error(`nothing is known to break without "${name}"`);
      // First, the engines of the previous test must be gone.
      await vi.waitFor(async () => expect((await status()).pods).toEqual([]), WAIT);
      refused.clear();
      setRights(RIGHTS.filter((granted) => granted !== right));
      await breaks();
      expect(refused).toContain(name);
      setRights(RIGHTS);
      await startOver();
      await vi.waitFor(async () => {
        const { feed } = await status();
        expect([feed.pods.problem, feed.nodes.problem, feed.metrics.problem]).toEqual([null, null, null]);
      }, WAIT);
    },
  );
});
