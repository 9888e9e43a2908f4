import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { ClusterUnderTest, isReady } from '../test/cluster-under-test.ts';
import { findProgram, runProgram } from '../test/program.ts';

const ruby = findProgram(
  ['/usr/bin/ruby', 'ruby'],
  (candidate) => spawnSync(candidate, ['-e', 'require "kubeclient"'], { stdio: 'ignore' }).status === 0,
);

/**
 * Debian's package of the Ruby client, which watches at the older URLs; `npm test` installs it if possible, and reports
 * if not.
 */
describe.runIf(ruby !== null)('the Ruby client', () => {
  test('lists, patches, follows, logs and deletes', async () => {
    const under = await new ClusterUnderTest().start();
    try {
      await under.createPod('gem', 'echo hello; exec sleep 600');
      await under.podWhen('gem', isReady);
      await expect
        .poll(async () => (await under.request('GET', '/api/v1/namespaces/default/pods/gem/log')).text)
        .toBe('hello\n');
      const program = fileURLToPath(new URL('../test/ruby_client.rb', import.meta.url));
      const { url, nodeName } = under.cluster;
      expect(JSON.parse(await runProgram(ruby ?? '', [program, url, 'gem', 'default', nodeName]))).toEqual({
        names: ['gem'],
        phase: 'Running',
        cordoned: true,
        uncordoned: null,
        label: 'yes',
        log: 'hello\n',
        missing: { status: 404, message: expect.stringContaining('not found') },
        lastEvent: 'DELETED',
      });
    } finally {
      await under.destroy();
    }
  });
});
