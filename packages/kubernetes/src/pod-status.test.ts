import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type PodForStatus, shownPodStatus } from './pod-status.ts';

interface GoldenCase {
  case: string;
  pod: PodForStatus;
  shown: { status: string; ready: string; restarts: number };
}

const golden = JSON.parse(readFileSync(new URL('../test/pod-status.json', import.meta.url), 'utf8')) as {
  cases: GoldenCase[];
};

describe('shownPodStatus', () => {
  it.each(golden.cases.map((recorded) => [recorded.case, recorded] as const))(
    'shows %s as a real API server did',
    (_name, recorded) => {
      const { status, readyContainers, totalContainers, restarts } = shownPodStatus(recorded.pod);
      expect({ status, ready: `${readyContainers}/${totalContainers}`, restarts }).toEqual({
        ...recorded.shown,
        restarts: Number(recorded.shown.restarts),
      });
    },
  );

  it('keeps the terminal status of a finished pod that is being deleted, as servers do since 1.31', () => {
    const pod: PodForStatus = {
      metadata: { deletionTimestamp: '2026-11-20T10:00:00Z' },
      status: { phase: 'Failed', reason: 'Evicted' },
    };
    expect(shownPodStatus(pod).status).toBe('Evicted');
  });

  it('counts a running sidecar among the ready containers', () => {
    const running = { state: { running: {} }, ready: true, restartCount: 1, image: '', imageID: '', started: true };
    const pod: PodForStatus = {
      spec: { containers: [{ name: 'app' }], initContainers: [{ name: 'proxy', restartPolicy: 'Always' }] },
      status: {
        phase: 'Running',
        initContainerStatuses: [{ name: 'proxy', ...running }],
        containerStatuses: [{ name: 'app', ...running }],
      },
    };
    expect(shownPodStatus(pod)).toMatchObject({
      status: 'Running',
      readyContainers: 2,
      totalContainers: 2,
      restarts: 2,
    });
  });

  it('shows a pod that nothing is known of as Unknown', () => {
    expect(shownPodStatus({})).toMatchObject({ status: 'Unknown', readyContainers: 0, totalContainers: 0 });
  });
});
