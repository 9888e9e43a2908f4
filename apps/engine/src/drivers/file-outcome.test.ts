import { expect, test } from 'vitest';
import { ServerRefusal, ServerUnavailable } from '../connection/server-client.ts';
import { withoutFile } from './file-outcome.ts';

test('a file that is gone fails its message; one that cannot be had now is asked for later; doubt stays doubt', () => {
  const gone = new ServerRefusal(404, 'NOT_FOUND', 'no such file', undefined);
  expect(withoutFile(gone, false)).toMatchObject({ kind: 'rejected', code: 'file-gone', next: 'never' });
  expect(withoutFile(new ServerUnavailable('file: 503'), false)).toMatchObject({
    code: 'file-unavailable',
    next: 'later',
  });
  expect(withoutFile(gone, true)).toMatchObject({ kind: 'in-doubt' });
});
