import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { ClusterUnderTest, isReady } from '../test/cluster-under-test.ts';
import { findProgram, runProgram } from '../test/program.ts';

const python = findProgram(
  ['/usr/bin/python3', 'python3'],
  (candidate) => spawnSync(candidate, ['-c', 'import kubernetes'], { stdio: 'ignore' }).status === 0,
);

/** Debian's package of the official Python client; `npm test` installs it if possible, and reports if not. */
describe.runIf(python !== null)('the official Python client', () => {
  test('lists, reads, patches, follows, logs, checks its access, and deletes', async () => {
    const under = await new ClusterUnderTest().start();
    try {
      await under.createPod('snake', 'echo hello; exec sleep 600');
      await under.podWhen('snake', isReady);
      const path = '/api/v1/namespaces/default/pods/snake/log';
      await expect.poll(async () => (await under.request('GET', path)).text).toBe('hello\n');
      const program = fileURLToPath(new URL('../test/python_client.py', import.meta.url));
      const report = JSON.parse(await runProgram(python ?? '', [program, under.cluster.url, 'snake', 'default']));
      expect(report).toEqual({
        names: ['snake'],
        phase: 'Running',
        ready: true,
        node: 'linux',
        log: 'hello\n',
        missing: { status: 404, reason: 'NotFound' },
        lastEvent: 'DELETED',
        version: 'v1.32.0+switchyard-local',
        cordoned: [true, null],
        labels: { seen: 'yes' },
        may: true,
      });
    } finally {
      await under.destroy();
    }
  });
});
