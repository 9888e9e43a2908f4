import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ClusterUnderTest, isReady } from '../test/cluster-under-test.ts';
import { hasKubectl, kubectl, kubectlUntil } from '../test/kubectl.ts';

/** The unmodified kubectl against the local cluster. */
describe.runIf(hasKubectl)('kubectl', () => {
  const under = new ClusterUnderTest();
  beforeAll(async () => {
    await under.start();
    await under.createPod('ticker', 'n=0; while :; do n=$((n+1)); echo "tick $n"; sleep 0.1; done', {
      metadata: { labels: { app: 'ticker' } },
      container: { resources: { requests: { cpu: '100m', memory: '64Mi' }, limits: { memory: '128Mi' } } },
    });
    await under.createPod('crasher', 'echo "last words"; exit 7');
    await under.podWhen('ticker', isReady);
    await under.podWhen('crasher', (pod) => (pod?.status.containerStatuses?.[0]?.restartCount ?? 0) > 0);
  });
  afterAll(() => under.destroy());

  const run = async (...args: string[]) => {
    const { code, out, error } = await kubectl(under.cluster.url, ...args);
    expect({ code, error }).toEqual({ code: 0, error: '' });
    return out;
  };
  const columns = (line = '') => line.trim().split(/\s{2,}/);

  test('get pods -o wide prints what the API server prints', async () => {
    const [heads, ...rows] = (await run('get', 'pods', '-o', 'wide')).trimEnd().split('\n');
    expect(columns(heads)).toEqual([
      ...['NAME', 'READY', 'STATUS', 'RESTARTS', 'AGE', 'IP', 'NODE', 'NOMINATED NODE', 'READINESS GATES'],
    ]);
    const ticker = columns(rows.find((row) => row.startsWith('ticker')));
    expect(ticker).toEqual([
      ...['ticker', '1/1', 'Running', '0', expect.stringMatching(/^\d+s$/), '127.0.0.1', under.cluster.nodeName],
      ...['<none>', '<none>'],
    ]);
    const crasher = columns(rows.find((row) => row.startsWith('crasher')));
    expect(crasher.slice(1, 4)).toEqual(['0/1', 'CrashLoopBackOff', expect.stringMatching(/^1 \(\d+s ago\)$/)]);
  });

  test('selects by label and field, and reads one object in full', async () => {
    expect(await run('get', 'pods', '-l', 'app=ticker', '-o', 'name')).toBe('pod/ticker\n');
    expect(await run('get', 'pods', '--field-selector', 'metadata.name=crasher', '-o', 'name')).toBe('pod/crasher\n');
    expect(await run('get', 'pod', 'ticker', '-o', 'jsonpath={.spec.containers[0].image}')).toBe('shell');
    expect(
      await run('get', 'pods', '--sort-by=.metadata.name', '--no-headers', '-o', 'custom-columns=N:.metadata.name'),
    ).toMatch(/^crasher\nticker\n/);
  });

  test('pages through a list in chunks', async () => {
    expect((await run('get', 'pods', '--chunk-size=1', '-o', 'name')).split('\n')).toContain('pod/ticker');
  });

  test('get -w shows changes as they come', async () => {
    const lines = await kubectlUntil(under.cluster.url, ['get', 'pods', '-w'], /^watched .* Running/, () => {
      void under.createPod('watched', 'exec sleep 60');
    });
    expect(lines.filter((line) => line.startsWith('NAME'))).toHaveLength(1);
    expect(lines.filter((line) => line.startsWith('watched'))[0]).toMatch(/Pending|ContainerCreating/);
  });

  test('get nodes, namespaces and events', async () => {
    expect(await run('get', 'nodes', '--no-headers')).toMatch(`${under.cluster.nodeName} `);
    expect(await run('get', 'namespaces', '-o', 'name')).toContain('namespace/kube-system');
    expect(await run('get', 'events')).toMatch(/Warning\s+BackOff\s+pod\/crasher/);
    expect(await run('get', 'pods', '-A', '--no-headers')).toMatch(/^default\s+crasher/);
  });

  test('describe pod and node', async () => {
    const pod = await run('describe', 'pod', 'crasher');
    expect(pod).toMatch(/Last State:\s+Terminated\s+Reason:\s+Error\s+Exit Code:\s+7/);
    expect(pod).toMatch(/Warning\s+BackOff .* Back-off restarting failed container main/);
    const node = await run('describe', 'node', under.cluster.nodeName);
    expect(node).toMatch(/Ready\s+True/);
    expect(node).toMatch(/default\s+ticker\s+100m .* 64Mi/);
  });

  test('logs, with tail, timestamps, previous and -f', async () => {
    expect(await run('logs', 'crasher', '--previous')).toBe('last words\n');
    // The pod keeps writing: a line may come between finding the last lines and reading them.
    const poll = { timeout: 20_000 };
    await expect.poll(() => run('logs', 'ticker', '--tail=2'), poll).toMatch(/^tick \d+\ntick \d+\n$/);
    await expect
      .poll(() => run('logs', 'ticker', '--timestamps', '--tail=1'), poll)
      .toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z tick \d+\n$/);
    const followed = await kubectlUntil(under.cluster.url, ['logs', '-f', 'ticker'], /^tick 40$/);
    expect(followed).toEqual(Array.from({ length: 40 }, (_, at) => `tick ${at + 1}`));
  });

  test('top pod and node', async () => {
    await expect
      .poll(async () => (await kubectl(under.cluster.url, 'top', 'pod')).out, { timeout: 15_000 })
      .toMatch(/ticker\s+\d+m\s+\d+Mi/);
    expect(await run('top', 'node')).toMatch(/\d+m\s+\d+%\s+\d+Mi\s+\d+%/);
  });

  test('delete waits until the pod is gone', async () => {
    await under.createPod('doomed', 'exec sleep 600');
    await under.podWhen('doomed', isReady);
    expect(await run('delete', 'pod', 'doomed', '--grace-period=5')).toContain('pod "doomed" deleted');
    expect(await under.pod('doomed')).toBeNull();
  });

  test('cordon, uncordon, taint, label, annotate and patch', async () => {
    const { nodeName } = under.cluster;
    const node = async (path: string) => run('get', 'node', nodeName, '-o', `jsonpath={${path}}`);
    await run('cordon', nodeName);
    expect(await run('get', 'nodes', '--no-headers')).toMatch(/ Ready,SchedulingDisabled /);
    await run('uncordon', nodeName);
    expect(await node('.spec')).toBe('{}');
    await run('taint', 'node', nodeName, 'workload=gateway:PreferNoSchedule');
    expect(JSON.parse(await node('.spec.taints'))).toEqual([
      { key: 'workload', value: 'gateway', effect: 'PreferNoSchedule' },
    ]);
    await run('taint', 'node', nodeName, 'workload-');
    expect(await node('.spec')).toBe('{}');
    await run('label', 'node', nodeName, 'zone=a');
    await run('label', 'node', nodeName, 'zone=b', '--overwrite');
    await run('annotate', 'pod', 'ticker', 'why=because of this');
    await run('patch', 'pod', 'ticker', '-p', '{"metadata":{"labels":{"tier":"x"}}}');
    await run('patch', 'pod', 'ticker', '--type=json', '-p', '[{"op":"remove","path":"/metadata/labels/tier"}]');
    expect(await node('.metadata.labels.zone')).toBe('b');
    expect(JSON.parse(await run('get', 'pod', 'ticker', '-o', 'json')).metadata).toMatchObject({
      labels: { app: 'ticker' },
      annotations: { why: 'because of this' },
    });
  });

  test('wait and auth can-i', async () => {
    expect(await run('wait', 'pod/ticker', '--for=condition=Ready', '--timeout=10s')).toContain('condition met');
    expect(await run('auth', 'can-i', 'delete', 'pods')).toBe('yes\n');
    const { code, out } = await kubectl(under.cluster.url, 'auth', 'can-i', 'get', 'secrets');
    expect([code, out]).toEqual([1, 'no\n']);
  });

  test('events of one pod, if kubectl has that command, which Debian 12’s does not', async ({ skip }) => {
    const { code } = await kubectl(under.cluster.url, 'events', '--help');
    skip(code !== 0, 'this kubectl has no events');
    expect(await run('events', '--for', 'pod/crasher')).toContain('BackOff');
  });

  test('explains unsupported commands', async () => {
    const errorOf = async (...args: string[]) => (await kubectl(under.cluster.url, ...args)).error;
    expect(await errorOf('exec', 'ticker', '--', 'ls')).toContain('the local cluster has no exec');
    expect(await errorOf('port-forward', 'pod/ticker', '18080:80')).toContain('127.0.0.1');
    expect(await errorOf('explain', 'pods')).toContain('serves no schemas');
    expect(await errorOf('debug', 'ticker', '--image=x')).toContain('no ephemeralcontainers');
  });

  test('reports missing objects with the API server’s message', async () => {
    const { code, error } = await kubectl(under.cluster.url, 'get', 'pod', 'nobody');
    expect({ code, error }).toEqual({ code: 1, error: 'Error from server (NotFound): pods "nobody" not found\n' });
  });
});

/** In its own cluster, because it removes every pod. */
test.runIf(hasKubectl)('kubectl drains a node: cordons it and evicts its pods', async () => {
  const under = await new ClusterUnderTest().start();
  try {
    await under.createPod('goes', 'exec sleep 600');
    await under.podWhen('goes', isReady);
    const { nodeName, url } = under.cluster;
    const { code, out } = await kubectl(url, 'drain', nodeName, '--force', '--grace-period=1', '--timeout=30s');
    expect([code, out]).toEqual([0, expect.stringMatching(`node/${nodeName} (drained|evicted|deleted)`)]);
    expect(await under.pod('goes')).toBeNull();
    expect((await kubectl(url, 'get', 'nodes', '--no-headers')).out).toContain('SchedulingDisabled');
  } finally {
    await under.destroy();
  }
});
