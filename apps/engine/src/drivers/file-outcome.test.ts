import { expect, test } from 'vitest';
import { ServerRefusal, ServerUnavailable } from '../connection/server-client.ts';
import { withoutFile } from './file-outcome.ts';

test('fails a message whose file is gone, retries one whose file is unavailable, and keeps doubt', () => {
  const gone = new ServerRefusal(404, 'NOT_FOUND', 'no such file', undefined);
  expect(withoutFile(gone, false)).toMatchObject({ kind: 'rejected', code: 'file-gone', next: 'never' });
  expect(withoutFile(new ServerUnavailable('file: 503'), false)).toMatchObject({
    code: 'file-unavailable',
    next: 'later',
  });
  expect(withoutFile(gone, true)).toMatchObject({ kind: 'in-doubt' });
});
