import { describe, expect, it } from 'vitest';
import { isDeletionCandidate, MAX_PODS_PER_DELETION } from './deletion.ts';
import { known } from './known.ts';
import { COOLDOWN_MS, type Cooldowns, cooldownLeftMs } from './memory-pressure.ts';
import { type Rule, type RuleMode, RuleRunner } from './rule-runner.ts';
import { type AutoDeleteMessage, SharedAutoDelete } from './shared-auto-delete.ts';

const MI = 1024 ** 2;
const MINUTE_MS = 60_000;

interface FakePod {
  uid: string;
  status: string;
  sessions: number;
  nodeName: string;
  memoryBytes: number;
}

/** A cluster on a virtual clock, behind a server that checks again before each deletion, as ours does. */
class FakeCluster {
  nowMs = 1_700_000_000_000;
  readonly pods = new Map<string, FakePod>();
  readonly modes: Record<Rule, RuleMode> = { 'auto-delete': 'off', 'memory-pressure': 'off' };
  readonly deleted: { uid: string; by: string; status: string; sessions: number; atMs: number }[] = [];
  readonly refused: string[] = [];
  /** Pods that Kubernetes permits nobody to delete. */
  readonly forbidden = new Set<string>();
  readonly wouldHave: string[] = [];
  cooldowns: Record<string, number> = {};
  lastRunMs: number | null = null;

  add(uid: string, more: Partial<FakePod> = {}): FakePod {
    const pod = { uid, status: 'Error', sessions: 0, nodeName: 'node-1', memoryBytes: 100 * MI, ...more };
    this.pods.set(uid, pod);
    return pod;
  }

  /** What a screen or the worker sees: a copy, which becomes stale. */
  look() {
    const pods = [...this.pods.values()].map((pod) => ({
      ...pod,
      sessions: known(Array.from({ length: pod.sessions })),
    }));
    return pods.map((pod) => ({ ...pod, pod: pod.uid }));
  }

  remove(uid: string, by: string, rule: Rule): boolean {
    const pod = this.pods.get(uid);
    const isWorker = by.startsWith('server');
    const rests = pod && cooldownLeftMs(this.cooldowns, pod.nodeName, this.nowMs) > 0;
    const mayGo =
      rule === 'auto-delete'
        ? pod && isDeletionCandidate({ status: pod.status, sessions: known(Array.from({ length: pod.sessions })) })
        : pod?.status === 'Running' && !rests;
    if (!pod || !mayGo || this.forbidden.has(uid) || (!isWorker && this.modes[rule] === 'on')) {
      this.refused.push(`${by} ${uid}`);
      return false;
    }
    this.pods.delete(uid);
    if (rule === 'memory-pressure') this.cooldowns[pod.nodeName] = this.nowMs;
    this.deleted.push({ uid, by, status: pod.status, sessions: pod.sessions, atMs: this.nowMs });
    return true;
  }

  server(name: string): RuleRunner<string> {
    return new RuleRunner<string>({
      nowMs: () => this.nowMs,
      mode: async (rule) => this.modes[rule],
      look: async () => ({
        pods: this.look(),
        nodes: ['node-1', 'node-2'].map((node) => ({
          name: node,
          memoryPercent: node === 'node-1' ? 95 : 92,
          memoryBytes: 60_000 * MI,
          pods: this.look()
            .filter(({ nodeName }) => nodeName === node)
            .map((pod) => ({ ...pod, name: pod.uid })),
        })),
      }),
      cooldowns: async (): Promise<Cooldowns> => this.cooldowns,
      lastRunMs: async () => this.lastRunMs,
      begin: async (rule) => {
        if (rule === 'memory-pressure') this.lastRunMs = this.nowMs;
      },
      act: async (rule, mode, uid) => {
        if (mode === 'on') return this.remove(uid, name, rule);
        if (this.wouldHave.includes(uid)) return false;
        this.wouldHave.push(uid);
        return true;
      },
    });
  }
}

/** The tabs of one browser: they receive each other's messages, and one of them acts. */
class FakeBrowser {
  readonly tabs: { tab: SharedAutoDelete; shown: () => string }[] = [];
  readonly #cluster: FakeCluster;

  constructor(cluster: FakeCluster) {
    this.#cluster = cluster;
  }

  open(name: string): void {
    let shown = 'off';
    let found: string[] = [];
    const at = this.tabs.length;
    const send = (message: AutoDeleteMessage) => {
      for (const [index, { tab }] of this.tabs.entries()) if (index !== at) tab.receive(message);
    };
    const tab = new SharedAutoDelete({
      nowMs: () => this.#cluster.nowMs,
      send,
      refresh: async () => {
        found = this.#cluster
          .look()
          .filter(isDeletionCandidate)
          .map(({ uid }) => uid);
        return true;
      },
      deleteCandidates: async () => {
        for (const uid of found.slice(0, MAX_PODS_PER_DELETION)) this.#cluster.remove(uid, name, 'auto-delete');
      },
      onState: ({ phase }) => {
        shown = phase;
      },
    });
    this.tabs.push({ tab, shown: () => shown });
  }

  close(at: number): void {
    this.tabs[at]?.tab.leave();
    this.tabs.splice(at, 1);
  }
}

/** Two servers, of which the first leads, and three tabs: two in one browser, one in another administrator's. */
function setUp() {
  const cluster = new FakeCluster();
  const servers = [cluster.server('server-1'), cluster.server('server-2')];
  const [ours, theirs] = [new FakeBrowser(cluster), new FakeBrowser(cluster)];
  ours.open('tab-1');
  ours.tabs[0]?.tab.lead();
  ours.open('tab-2');
  theirs.open('tab-3');
  theirs.tabs[0]?.tab.lead();
  const run = async (ms: number) => {
    for (const end = cluster.nowMs + ms; cluster.nowMs < end; cluster.nowMs += 1_000) {
      await servers[0]?.tick();
      for (const { tab } of [...ours.tabs, ...theirs.tabs]) tab.tick();
      // Let the tabs' requests be answered.
      for (let turn = 0; turn < 4; turn += 1) await Promise.resolve();
    }
  };
  return { cluster, servers, ours, theirs, run };
}
const once = (cluster: FakeCluster) => {
  const uids = cluster.deleted.map(({ uid }) => uid);
  expect(new Set(uids).size).toBe(uids.length);
  return uids.sort();
};

describe('auto-delete by two servers and three tabs, on a virtual clock', () => {
  it('shares one switch among a browser’s tabs, and deletes each candidate once and no other pod', async () => {
    const { cluster, ours, theirs, run } = setUp();
    for (let at = 0; at < 20; at += 1) cluster.add(`failed-${at}`);
    cluster.add('running', { status: 'Running' });
    cluster.add('serving', { sessions: 1 });
    const recovers = cluster.add('recovers');
    const replaced = cluster.add('gets-a-session');
    // Switched on in the tab that doesn't act: both show it.
    ours.tabs[1]?.tab.dispatch('toggled');
    theirs.tabs[0]?.tab.dispatch('toggled');
    expect(ours.tabs.map((tab) => tab.shown())).toEqual(['counting', 'counting']);
    await run(65_000);
    expect(cluster.deleted).toEqual([]);
    expect(ours.tabs.map((tab) => tab.shown())).toEqual(['waiting', 'waiting']);
    recovers.status = 'Running';
    replaced.sessions = 1;
    await run(10_000);
    expect(once(cluster)).toHaveLength(20);
    expect(cluster.deleted.every(({ status, sessions }) => status === 'Error' && sessions === 0)).toBe(true);
    expect([...cluster.pods.keys()].sort()).toEqual(['gets-a-session', 'recovers', 'running', 'serving']);
  });

  it('continues in the next tab, with the switch on and a full countdown, when the acting tab closes', async () => {
    const { cluster, ours, run } = setUp();
    ours.tabs[0]?.tab.dispatch('toggled');
    await run(65_000);
    cluster.add('failed');
    ours.close(0);
    ours.tabs[0]?.tab.lead();
    await run(60_000);
    expect(cluster.deleted).toEqual([]);
    await run(15_000);
    expect(cluster.deleted).toMatchObject([{ uid: 'failed', by: 'tab-2' }]);
    ours.tabs[0]?.tab.dispatch('toggled');
    cluster.add('later');
    await run(10 * MINUTE_MS);
    expect(once(cluster)).toEqual(['failed']);
  });

  it('only the server acts while its rule is on, also after a change of leader', async () => {
    const { cluster, servers, ours, theirs, run } = setUp();
    cluster.modes['auto-delete'] = 'on';
    ours.tabs[0]?.tab.dispatch('toggled');
    theirs.tabs[0]?.tab.dispatch('toggled');
    for (let at = 0; at < 60; at += 1) cluster.add(`failed-${at}`);
    await run(75_000);
    expect(once(cluster)).toHaveLength(50);
    servers.shift();
    await run(75_000);
    expect(once(cluster)).toHaveLength(60);
    expect(new Set(cluster.deleted.map(({ by }) => by))).toEqual(new Set(['server-1', 'server-2']));
  });

  it.each(['on', 'dry-run'] as const)(
    '%s: a candidate that appears between the two look-ups waits for the next round',
    async (mode) => {
      const { cluster, run } = setUp();
      cluster.modes['auto-delete'] = mode;
      cluster.add('there-before');
      const gone = () => (mode === 'on' ? cluster.deleted.map(({ uid }) => uid) : cluster.wouldHave);
      await run(65_000);
      cluster.add('came-meanwhile');
      await run(10_000);
      expect(gone()).toEqual(['there-before']);
      await run(75_000);
      expect(gone()).toEqual(['there-before', 'came-meanwhile']);
    },
  );

  it('a dry run records each candidate once and deletes nothing', async () => {
    const { cluster, run } = setUp();
    cluster.modes['auto-delete'] = 'dry-run';
    cluster.add('failed');
    cluster.add('running', { status: 'Running' });
    await run(5 * MINUTE_MS);
    expect(cluster.deleted).toEqual([]);
    expect(cluster.wouldHave).toEqual(['failed']);
  });
});

describe('a failing target does not block the others', () => {
  it('retries fifty refused or already recorded candidates only after the others, fifty at a time', async () => {
    for (const mode of ['on', 'dry-run'] as const) {
      const { cluster, run } = setUp();
      cluster.modes['auto-delete'] = mode;
      for (let at = 0; at < 120; at += 1) cluster.add(`failed-${at}`);
      for (let at = 0; at < 60; at += 1) cluster.forbidden.add(`failed-${at}`);
      const done: number[] = [];
      for (let turn = 0; turn < 3; turn += 1) {
        await run(75_000);
        done.push((mode === 'on' ? cluster.deleted : cluster.wouldHave).length);
      }
      expect(done).toEqual(mode === 'on' ? [0, 40, 60] : [50, 100, 120]);
      const tried = cluster.refused.length;
      await run(4 * 75_000);
      expect(cluster.refused.length > tried).toBe(mode === 'on');
    }
  });

  it('moves on to the next fullest node if a node’s pod may not go or was recorded before', async () => {
    for (const mode of ['on', 'dry-run'] as const) {
      const { cluster, run } = setUp();
      cluster.modes['memory-pressure'] = mode;
      const heavy = { status: 'Running', memoryBytes: 4_000 * MI };
      cluster.add('a', { ...heavy, nodeName: 'node-1' });
      cluster.add('b', { ...heavy, nodeName: 'node-2' });
      if (mode === 'on') cluster.forbidden.add('a');
      await run(6 * MINUTE_MS);
      expect(mode === 'on' ? cluster.deleted.map(({ uid }) => uid) : cluster.wouldHave).toEqual(
        mode === 'on' ? ['b'] : ['a', 'b'],
      );
    }
  });
});

describe('the memory rule on the server', () => {
  it('terminates the heaviest pod of the fullest node every 5 minutes, at most one per node in 20 minutes', async () => {
    const { cluster, servers, run } = setUp();
    cluster.modes['memory-pressure'] = 'on';
    const heavy = (uid: string, nodeName: string, mi: number) =>
      cluster.add(uid, { status: 'Running', sessions: 3, nodeName, memoryBytes: mi * MI });
    heavy('a1', 'node-1', 3_500);
    heavy('a2', 'node-1', 4_000);
    heavy('b1', 'node-2', 5_000);
    const begin = cluster.nowMs;
    await run(2 * MINUTE_MS);
    expect(once(cluster)).toEqual(['a2']);
    // The leader dies right after it has acted: its successor knows.
    servers.shift();
    await run(COOLDOWN_MS + 2 * MINUTE_MS);
    expect(cluster.deleted.map(({ uid, atMs }) => [uid, Math.floor((atMs - begin) / MINUTE_MS)])).toEqual([
      ['a2', 0],
      ['b1', 5],
      ['a1', 20],
    ]);
    expect(cluster.refused).toEqual([]);
  });
});
