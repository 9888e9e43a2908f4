import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type ServerDeps, startServerParts } from './server-deps.ts';
import type { Administrator, KubernetesWorld } from './world.ts';

/** One case. It throws if an expectation fails, and returns what it measured. */
export interface KubernetesCase {
  name: string;
  needs: readonly ('administrator' | 'restart' | 'token-file' | 'server-side apply' | 'kubectl')[];
  run(world: KubernetesWorld): Promise<Record<string, number>>;
}

/** Above all our time-outs; a real API server takes seconds where the local one takes milliseconds. */
const PATIENCE_MS = 60_000;

export const kubernetesCases: readonly KubernetesCase[] = [
  {
    name: 'shows 40 unusual pods like kubectl',
    needs: ['administrator', 'kubectl'],
    run: (world) =>
      withParts(world, async ({ pods }) => {
        const undo = await administratorOf(world).makeOddPods();
        try {
          let [shown, differences] = [0, 0];
          await waitUntil('the same pods as kubectl', async () => {
            const printed = await printedPods(world.kubeconfig);
            const ours = [...pods.items.values()].map(({ namespace, name, shown: { readyContainers, ...status } }) => {
              const ready = `${readyContainers}/${status.totalContainers}`;
              return [namespace, name, ready, status.status, String(status.restarts)].join(' ');
            });
            shown = printed.size;
            differences = ours.filter((our) => !printed.has(our)).length + Math.abs(ours.length - printed.size);
            return shown >= 40 && differences === 0;
          });
          return { pods: shown, differences };
        } finally {
          await undo();
        }
      }),
  },
  {
    name: 'creates a missing engine’s pod after the API server was killed',
    needs: ['restart'],
    run: (world) =>
      withParts(world, async ({ client, pods, wantEngine, podOf }) => {
        const engineId = await wantEngine();
        await waitUntil('a pod', () => podOf(engineId) !== undefined);
        let isBack = false;
        const restarting = world.restartApi?.().then(() => {
          isBack = true;
        });
        await waitUntil('that the feed is told as broken', () => pods.state.problem !== null || isBack);
        const missing = await wantEngine();
        await restarting;
        const from = performance.now();
        await waitUntil('a live feed', () => pods.state.problem === null);
        const liveMs = performance.now() - from;
        await waitUntil('the pod of the missing engine', () => podOf(missing) !== undefined);
        const podMs = performance.now() - from;
        const answer = await answerToOldWatch(client);
        if (answer !== 410) throw new Error(`a version from before the restart was answered with ${answer}, not 410`);
        return { liveAfterMs: liveMs, podAfterMs: podMs };
      }),
  },
  {
    name: 'reports a quota’s refusal to people, and creates the pod once it is lifted',
    needs: ['administrator'],
    run: (world) =>
      withParts(world, async ({ wantEngine, podOf, troubleOf }) => {
        const undo = await administratorOf(world).limitPods();
        let toldMs = 0;
        const engine = await wantEngine();
        try {
          const from = performance.now();
          await waitUntil('words about the quota', async () => (await troubleOf(engine))?.includes('quota') ?? false);
          toldMs = performance.now() - from;
          if (podOf(engine)) throw new Error('a pod was created despite the quota');
        } finally {
          await undo();
        }
        const from = performance.now();
        await waitUntil('the pod', () => podOf(engine) !== undefined);
        return { toldAfterMs: toldMs, podAfterMs: performance.now() - from };
      }),
  },
  {
    name: 'rights are revoked and restored',
    needs: ['administrator'],
    run: (world) =>
      withParts(world, async (before) => {
        const undo = await administratorOf(world).takeRights();
        const from = performance.now();
        const isRefused = () => isRefusedWith(before, 403, /cannot list resource "pods"/);
        await waitUntil('a refusal in words', isRefused).catch((error: unknown) =>
          undo().then(() => Promise.reject(error)),
        );
        const toldAfterMs = performance.now() - from;
        // Starts without the rights, since an open watch keeps those it was opened with.
        return withParts(world, async ({ pods }) => {
          await waitUntil('a feed that says so', () => pods.state.code === 403).finally(undo);
          return { toldAfterMs, liveAfterMs: await liveAfterMs(pods) };
        });
      }),
  },
  {
    name: 'the token is replaced in its file',
    needs: ['administrator', 'token-file'],
    run: (world) =>
      withParts(world, async (before) => {
        const token = await administratorOf(world).replaceToken();
        const from = performance.now();
        await waitUntil('that the old token is refused', () => isRefusedWith(before, 401, /./));
        const toldAfterMs = performance.now() - from;
        return withParts(world, async ({ pods }) => {
          await waitUntil('a feed that says so', () => pods.state.code === 401);
          // With a trailing newline, as editors write it.
          writeFileSync(world.tokenFile ?? '', `${token}\n`);
          return { toldAfterMs, liveAfterMs: await liveAfterMs(pods) };
        });
      }),
  },
  {
    name: 'applies deploy/base with server-side apply, twice',
    needs: ['administrator', 'server-side apply', 'kubectl'],
    async run(world) {
      for (let time = 0; time < 2; time += 1) await administratorOf(world).applyByServer?.();
      return { applied: 2 };
    },
  },
];

/** The case's requirements that this world lacks. */
export function missingNeeds({ needs }: KubernetesCase, world: KubernetesWorld, hasKubectl: boolean): string[] {
  const has = {
    administrator: world.administrator !== null,
    restart: world.restartApi !== null,
    'token-file': world.tokenFile !== null,
    'server-side apply': Boolean(world.administrator?.applyByServer),
    kubectl: hasKubectl,
  };
  return needs.filter((need) => !has[need]);
}

async function withParts<Result>(world: KubernetesWorld, work: (deps: ServerDeps) => Promise<Result>): Promise<Result> {
  const parts = await startServerParts(world);
  try {
    return await work(parts);
  } finally {
    await parts.stop();
  }
}

function administratorOf({ administrator }: KubernetesWorld): Administrator {
  if (!administrator) throw new Error('there is no administrator');
  return administrator;
}

/** The status with which a watch from the very first version is refused; 0 if it is not. */
function answerToOldWatch(client: ServerDeps['client']): Promise<number> {
  const listener = { event: () => undefined };
  return client.watch('/api/v1/pods', {}, '1', listener, AbortSignal.timeout(10_000)).then(
    () => 0,
    (error: { code?: number }) => error.code ?? 0,
  );
}

/** Requests a list directly. */
async function isRefusedWith({ client }: ServerDeps, code: number, words: RegExp): Promise<boolean> {
  const refusal = await client
    .list('/api/v1/pods', {}, () => undefined)
    .then(
      () => null,
      (error: { code?: number; message: string }) => error,
    );
  return refusal?.code === code && words.test(refusal.message);
}

async function liveAfterMs(pods: ServerDeps['pods']): Promise<number> {
  const from = performance.now();
  await waitUntil('a live feed', () => pods.state.synced && pods.state.problem === null);
  return performance.now() - from;
}

/** `NAMESPACE NAME READY STATUS RESTARTS` of every pod, from the unmodified kubectl with the same rights. */
async function printedPods(kubeconfig: string): Promise<Set<string>> {
  const args = ['--kubeconfig', kubeconfig, 'get', 'pods', '-A', '--no-headers'];
  const { stdout } = await promisify(execFile)('kubectl', args, { maxBuffer: 16_000_000 });
  const lines = stdout.split('\n').filter(Boolean);
  return new Set(lines.map((line) => line.trim().split(/\s+/).slice(0, 5).join(' ')));
}

async function waitUntil(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const began = performance.now();
  while (!(await holds())) {
    if (performance.now() - began > PATIENCE_MS) throw new Error(`not within ${PATIENCE_MS / 1_000} s: ${what}`);
    await delay(20);
  }
}
