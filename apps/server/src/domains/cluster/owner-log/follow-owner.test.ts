import { PassThrough } from 'node:stream';
import type { PodRow } from '@switchyard/contracts/cluster/rows';
import { afterEach, expect, it, vi } from 'vitest';
import { followOwner } from './follow-owner.ts';

const ended = new AbortController();
afterEach(() => ended.abort());

const podOf = (name: string, containers: [name: string, restarts: number, state: string][]) =>
  ({
    uid: `uid of ${name}`,
    name,
    namespace: 'apps',
    containers: containers.map(([container, restarts, state]) => ({ name: container, restarts, state })),
  }) as PodRow;
const at = (second: number) => `2026-01-01T00:00:0${second}.000000000Z`;

it("follows every pod, including later ones and a container's next run, and resumes after a cut without repeating lines", async () => {
  const requests: string[] = [];
  const logs: PassThrough[] = [];
  const client = {
    path: (...parts: string[]) => parts.join('/'),
    stream: async (path: string, query: Record<string, unknown>) => {
      const log = new PassThrough();
      requests.push(`${path} ${query.container} ${query.sinceTime ?? `tail ${query.tailLines}`}`);
      logs.push(log);
      return log as never;
    },
  };
  let pods = [podOf('web-1', [['app', 0, 'running']]), podOf('web-2', [['app', 0, 'waiting']])];
  const out = new PassThrough({ encoding: 'utf8' });
  let text = '';
  out.on('data', (piece: string) => {
    text += piece;
  });
  void followOwner({ client, pods: () => pods, tailLines: 7, pollMs: 5 }, out, ended.signal);

  await vi.waitFor(() => expect(requests).toEqual(['pods/apps/web-1/log app tail 7']));
  logs[0]?.write(`${at(1)} one\n${at(2)} two\n`);
  await vi.waitFor(() => expect(text).toBe(`web-1\tapp\t${at(1)} one\nweb-1\tapp\t${at(2)} two\n`));

  // A waiting pod has started.
  pods = [podOf('web-1', [['app', 0, 'running']]), podOf('web-2', [['app', 0, 'running']])];
  await vi.waitFor(() => expect(requests[1]).toBe('pods/apps/web-2/log app tail 7'));

  // The connection breaks: resumed from its last timestamp, without repeating lines.
  logs[0]?.destroy(new Error('cut'));
  await vi.waitFor(() => expect(requests[2]).toBe(`pods/apps/web-1/log app ${at(2)}`));
  logs[2]?.write(`${at(2)} two\n${at(3)} three\n`);
  await vi.waitFor(() => expect(text.split('\n').slice(2)).toEqual([`web-1\tapp\t${at(3)} three`, '']));

  // It ends normally, and is not requested again until its container restarts.
  pods = [podOf('web-1', [['app', 0, 'terminated']]), podOf('web-2', [['app', 0, 'running']])];
  logs[2]?.end();
  pods = [podOf('web-1', [['app', 1, 'running']]), podOf('web-2', [['app', 0, 'running']])];
  await vi.waitFor(() => expect(requests[3]).toBe('pods/apps/web-1/log app tail 7'));
  expect(requests).toHaveLength(4);
});
