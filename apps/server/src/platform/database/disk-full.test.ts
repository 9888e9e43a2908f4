import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { builtServer } from '../../../test/built-server.ts';

const NAMESPACE = ['--user', '--map-root-user', '--mount'];
/** A disk that is too small: any user may mount one in a namespace, where the system permits namespaces. */
const mayMount = spawnSync('unshare', [...NAMESPACE, 'true']).status === 0;
const SERVER = fileURLToPath(new URL('../../../test/full-disk-server.ts', import.meta.url));
const PROCESS = fileURLToPath(new URL('../../../test/full-disk.ts', import.meta.url));

interface Told {
  confirmed: number;
  kept: number;
  toldAsAway: boolean;
  refusal: string;
  works: boolean;
}

test.skipIf(!mayMount).each([
  ['for tables', '0'],
  ['for the log of PostgreSQL', '10'],
])(
  'when the disk is full %s, it answers like an unavailable database (503), and recovers with everything confirmed once there is space',
  async (_what, megabytes) => {
    const { stdout } = await promisify(execFile)('unshare', [...NAMESPACE, process.execPath, PROCESS, megabytes]);
    const result = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Told;
    expect(result, result.refusal).toMatchObject({ toldAsAway: true, works: true, kept: result.confirmed });
    expect(result.confirmed).toBeGreaterThanOrEqual(10);
  },
  200_000,
);

test.skipIf(!mayMount)(
  'the server on a full disk reports it in health and stays, refuses writes with 503, serves reads, and recovers once there is space',
  async () => {
    const { stdout } = await promisify(execFile)('unshare', [
      ...NAMESPACE,
      process.execPath,
      SERVER,
      await builtServer(),
    ]);
    const result = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
    expect(result).toEqual({
      before: { status: 200, body: expect.objectContaining({ status: 'ok' }) },
      full: { status: 200, body: expect.objectContaining({ status: 'degraded', failing: ['writes', 'disk'] }) },
      refused: { status: 503, body: expect.objectContaining({ code: 'UNAVAILABLE' }) },
      read: 200,
      again: 200,
      ended: false,
    });
  },
  180_000,
);
