import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ALLOWED_ORIGIN, ClusterUnderTest, isReady } from '../test/cluster-under-test.ts';
import { identify } from './kubelet/process-table.ts';

const under = new ClusterUnderTest();
beforeAll(() => under.start());
afterAll(() => under.destroy());

const pods = '/api/v1/namespaces/default/pods';

describe('a pod', () => {
  it('runs as a process of this machine and becomes ready', async () => {
    await under.createPod('runs', 'echo "I am $HOSTNAME"; exec sleep 60', {
      container: { env: [{ name: 'IGNORED', value: 'x' }], resources: { requests: { memory: '10Mi' } } },
    });
    const pod = await under.podWhen('runs', isReady);
    expect(pod?.status).toMatchObject({ phase: 'Running', qosClass: 'Burstable', podIP: '127.0.0.1' });
    expect(pod?.spec.nodeName).toBe(under.cluster.nodeName);
    expect(pod?.status.containerStatuses?.[0]).toMatchObject({ ready: true, restartCount: 0, started: true });
    expect(await logWhen('runs', '\n')).toBe('I am runs\n');
  });

  it('gets a secret created after it, and loses it with its end', async () => {
    const container = { env: [{ name: 'TOKEN', valueFrom: { secretKeyRef: { name: 'late', key: 'token' } } }] };
    const made = await under.createPod('needs-secret', 'echo "$TOKEN"; exec sleep 60', { container });
    const waiting = await under.podWhen('needs-secret', (pod) =>
      Boolean(pod?.status.containerStatuses?.[0]?.state?.waiting?.message),
    );
    expect(waiting?.status.containerStatuses?.[0]?.state?.waiting).toEqual({
      reason: 'CreateContainerConfigError',
      message: 'secret "late" not found',
    });
    const owner = { apiVersion: 'v1', kind: 'Pod', name: 'needs-secret', uid: made.metadata.uid };
    const secret = { metadata: { name: 'late', ownerReferences: [owner] }, stringData: { token: 's3cret' } };
    await under.request('POST', '/api/v1/namespaces/default/secrets', secret);
    await under.podWhen('needs-secret', isReady);
    expect(await logWhen('needs-secret', '\n')).toBe('s3cret\n');
    // A secret created a moment later causes no warning.
    expect((await under.request('GET', '/api/v1/namespaces/default/events')).text).not.toContain('not found');
    await under.request('DELETE', `${pods}/needs-secret`, { gracePeriodSeconds: 0 });
    expect((await under.request('GET', '/api/v1/namespaces/default/secrets/late')).code).toBe(404);
  });

  it('whose secret is missing gets one warning', async () => {
    const container = { env: [{ name: 'TOKEN', valueFrom: { secretKeyRef: { name: 'never', key: 'token' } } }] };
    await under.createPod('lacks-secret', 'exec sleep 60', { container });
    await vi.waitFor(
      async () => {
        const { text } = await under.request('GET', '/api/v1/namespaces/default/events');
        expect(text.split('secret \\"never\\" not found')).toHaveLength(2);
      },
      { timeout: 10_000 },
    );
  });

  it('gets SIGTERM first and ends by itself within its grace period', async () => {
    await under.createPod('polite', 'trap "echo bye; exit 0" TERM; echo up; while :; do sleep 0.05; done');
    await under.podWhen('polite', isReady);
    await logWhen('polite', 'up\n');
    const { json } = await under.request('DELETE', `${pods}/polite`, {
      apiVersion: 'v1',
      kind: 'DeleteOptions',
      gracePeriodSeconds: 30,
      propagationPolicy: 'Foreground',
    });
    expect(json).toMatchObject({ metadata: { deletionGracePeriodSeconds: 30, deletionTimestamp: expect.any(String) } });
    await under.podWhen('polite', (pod) => pod === null);
  });

  it('runs its init containers in order, repeats a failed one, and starts after them', async () => {
    const flag = `${under.directory}/tried`;
    const initContainers = [
      { name: 'first', image: 'shell', args: [`echo first; [ -e ${flag} ] && exit 0; touch ${flag}; exit 3`] },
      { name: 'second', image: 'shell', args: ['echo second'] },
    ];
    await under.createPod('prepared', 'echo begun; exec sleep 60', { spec: { initContainers } });
    const before = await under.podWhen('prepared', (pod) => pod?.status.phase === 'Pending');
    expect(before?.status.conditions?.find((condition) => condition.type === 'Initialized')?.status).toBe('False');
    expect(before?.status.containerStatuses?.[0]?.state).toEqual({ waiting: { reason: 'PodInitializing' } });
    const pod = await under.podWhen('prepared', isReady);
    expect(pod?.status.initContainerStatuses).toMatchObject([
      { name: 'first', restartCount: 1, ready: true, lastState: { terminated: { exitCode: 3 } } },
      { name: 'second', restartCount: 0, ready: true, state: { terminated: { exitCode: 0 } } },
    ]);
    const log = async (container: string) =>
      (await under.request('GET', `${pods}/prepared/log?container=${container}`)).text;
    expect([await log('first'), await log('second'), await logWhen('prepared', '\n')]).toEqual([
      'first\n',
      'second\n',
      'begun\n',
    ]);
  });

  it('with restart policy Never fails with its init container', async () => {
    const initContainers = [{ name: 'first', image: 'shell', args: ['exit 3'] }];
    await under.createPod('unprepared', 'exec sleep 60', { spec: { restartPolicy: 'Never', initContainers } });
    const pod = await under.podWhen('unprepared', (pod) => pod?.status.phase === 'Failed');
    expect(pod?.status.containerStatuses?.[0]?.state?.running).toBeUndefined();
  });

  it('that is deleted twice gets a shorter grace period, never a longer one', async () => {
    await under.createPod('deleted-again', 'trap "" TERM; echo up; while :; do sleep 0.05; done');
    await logWhen('deleted-again', 'up\n');
    const askedWith = async (gracePeriodSeconds: number) => {
      await under.request('DELETE', `${pods}/deleted-again`, { gracePeriodSeconds });
      return (await under.pod('deleted-again'))?.metadata;
    };
    const first = await askedWith(300);
    expect(first).toMatchObject({ deletionGracePeriodSeconds: 300 });
    expect(await askedWith(600)).toEqual(first);
    expect(await askedWith(200)).toMatchObject({ deletionGracePeriodSeconds: 200 });
    await under.request('DELETE', `${pods}/deleted-again`, { gracePeriodSeconds: 0 });
    await under.podWhen('deleted-again', (pod) => pod === null);
  });

  it('is killed after its grace period', async () => {
    await under.createPod('stubborn', 'trap "" TERM; echo up; while :; do sleep 0.05; done');
    await logWhen('stubborn', 'up\n');
    await under.request('DELETE', `${pods}/stubborn`, { gracePeriodSeconds: 1 });
    const states: string[] = [];
    await under.podWhen('stubborn', (pod) => {
      if (pod) states.push(JSON.stringify(pod.status.containerStatuses?.[0]?.state?.terminated?.exitCode));
      return pod === null;
    });
    expect(states).toContain('137');
  });

  it('is not deleted if the precondition names another one', async () => {
    await under.createPod('precious', 'exec sleep 60');
    const refused = await under.request('DELETE', `${pods}/precious`, { preconditions: { uid: 'another' } });
    expect(refused).toMatchObject({ code: 409, json: { kind: 'Status', reason: 'Conflict' } });
    expect((await under.pod('precious'))?.metadata.deletionTimestamp).toBeUndefined();
  });

  it('that keeps failing waits in CrashLoopBackOff after its first restart', async () => {
    await under.createPod('crashes', 'echo attempt; exit 3');
    const pod = await under.podWhen(
      'crashes',
      (pod) => pod?.status.containerStatuses?.[0]?.state?.waiting?.reason === 'CrashLoopBackOff',
    );
    expect(pod?.status.containerStatuses?.[0]).toMatchObject({
      restartCount: 1,
      ready: false,
      state: { waiting: { message: expect.stringContaining('back-off 10s restarting failed container=main') } },
      lastState: { terminated: { exitCode: 3, reason: 'Error' } },
    });
    expect((await under.request('GET', `${pods}/crashes/log?previous=true`)).text).toBe('attempt\n');
  });

  it('with an unknown image reports it', async () => {
    await under.createPod('no-image', '', { container: { image: 'unheard-of:1' } });
    const pod = await under.podWhen('no-image', (pod) =>
      Boolean(pod?.status.containerStatuses?.[0]?.state?.waiting?.message),
    );
    expect(pod?.status).toMatchObject({
      phase: 'Pending',
      containerStatuses: [{ state: { waiting: { reason: 'ErrImagePull' } } }],
    });
  });

  it.each([
    ['without containers', { metadata: { name: 'x' }, spec: {} }, 422, 'spec.containers'],
    ['with a name that no DNS takes', { metadata: { name: 'No_Good' }, spec: podSpec() }, 422, 'metadata.name'],
    ['of another kind', { kind: 'Service', metadata: { name: 'x' } }, 400, 'Kind=Service'],
  ])('%s is refused', async (_what, body, code, named) => {
    const refused = await under.request('POST', pods, body);
    expect(refused.code).toBe(code);
    expect(refused.text).toContain(named);
  });
});

describe('access', () => {
  it('lets a page of the app read and delete, with CORS for that origin alone', async () => {
    const { headers, code } = await under.request('GET', pods, undefined, {
      origin: ALLOWED_ORIGIN,
      authorization: '',
    });
    expect(code).toBe(200);
    expect(headers.get('access-control-allow-origin')).toBe(ALLOWED_ORIGIN);
    expect(headers.get('vary')).toBe('Origin');
    const preflight = await under.request('OPTIONS', `${pods}/x`, undefined, { origin: ALLOWED_ORIGIN });
    expect(preflight.headers.get('access-control-allow-methods')).toContain('DELETE');
  });

  it.each([
    ['reading', 'GET', undefined],
    ['a blind POST', 'POST', undefined],
    ['deleting', 'DELETE', undefined],
    ['a preflight', 'OPTIONS', undefined],
  ])('refuses a foreign page %s', async (_what, method) => {
    await under.createPod(`kept-${method.toLowerCase()}`, 'exec sleep 60');
    const name = `kept-${method.toLowerCase()}`;
    const path = method === 'POST' ? pods : `${pods}/${name}`;
    const answer = await under.request(method, path, undefined, { origin: 'https://evil.example' });
    expect(answer.code).toBe(403);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    expect((await under.pod(name))?.metadata.deletionTimestamp).toBeUndefined();
  });

  it('refuses a foreign name rebound to this address', async () => {
    const { request } = await import('node:http');
    const code = await new Promise((resolve, reject) => {
      const url = new URL(under.cluster.url + pods);
      request(url, { headers: { host: `evil.example:${url.port}` } }, (answer) => resolve(answer.statusCode))
        .on('error', reject)
        .end();
    });
    expect(code).toBe(403);
  });

  it('lets only the token holder create, or read secrets', async () => {
    const body = { metadata: { name: 'sneaky' }, spec: podSpec() };
    expect((await under.request('POST', pods, body, { authorization: '' })).code).toBe(403);
    expect(await under.pod('sneaky')).toBeNull();
    expect((await under.request('GET', '/api/v1/secrets', undefined, { authorization: 'Bearer wrong' })).code).toBe(
      403,
    );
  });
});

function podSpec() {
  return { containers: [{ name: 'main', image: 'shell', args: ['exec sleep 60'] }] };
}

/** Follows the log until it contains `text`. @returns everything up to then */
async function logWhen(name: string, text: string): Promise<string> {
  await under.podWhen(name, isReady);
  const answer = await fetch(`${under.cluster.url}${pods}/${name}/log?follow=true`, {
    signal: AbortSignal.timeout(10_000),
  });
  let seen = '';
  for await (const chunk of answer.body ?? []) {
    seen += Buffer.from(chunk as Uint8Array).toString();
    if (seen.includes(text)) return seen;
  }
  throw new Error(`the log ended with: ${seen}`);
}

describe('a container', () => {
  const MEMORY_EATER = 'exec "$NODE" -e "const kept = []; setInterval(() => kept.push(Buffer.alloc(20000000, 1)), 20)"';

  it('that exceeds its memory limit is killed as OOMKilled', async () => {
    await under.createPod('eater', MEMORY_EATER, {
      container: {
        env: [{ name: 'NODE', value: process.execPath }],
        resources: { limits: { memory: '200Mi' } },
      },
    });
    const pod = await under.podWhen(
      'eater',
      (pod) => pod?.status.containerStatuses?.[0]?.lastState?.terminated?.reason === 'OOMKilled',
      20_000,
    );
    expect(pod?.status.containerStatuses?.[0]?.lastState?.terminated?.exitCode).toBe(137);
    await under.request('DELETE', `${pods}/eater`, { gracePeriodSeconds: 0 });
  });

  it('whose program does not exist reports it, and is retried', async () => {
    await under.createPod('no-program', '', { container: { command: ['/does/not/exist'] } });
    const pod = await under.podWhen('no-program', (pod) => (pod?.status.containerStatuses?.[0]?.restartCount ?? 0) > 0);
    expect(pod?.status.containerStatuses?.[0]?.lastState?.terminated).toMatchObject({
      exitCode: 128,
      reason: 'StartError',
      message: expect.stringContaining('/does/not/exist'),
    });
  });

  it('takes everything it has started with it, even outside its process group', async () => {
    await under.createPod('parent', 'setsid sleep 4321 & echo "child $!"; wait');
    await under.podWhen('parent', isReady);
    const child = Number((await logWhen('parent', '\n')).split(' ')[1]);
    expect(identify(child)).not.toBeNull();
    await under.request('DELETE', `${pods}/parent`, { gracePeriodSeconds: 0 });
    await expect.poll(() => identify(child)).toBeNull();
  });
});

describe('evicting', () => {
  it('is a deletion with a grace period', async () => {
    await under.createPod('evicted', 'exec sleep 60');
    await under.podWhen('evicted', isReady);
    const body = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'evicted' } };
    expect((await under.request('POST', `${pods}/evicted/eviction`, body)).code).toBe(201);
    await under.podWhen('evicted', (pod) => pod === null);
  });
});
