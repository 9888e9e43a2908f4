import { expect, it } from 'vitest';
import { errorFromBody, errorFromFailure } from './api-error.ts';

it('carries the server’s error envelope, its faults by field and its request id', () => {
  const error = errorFromBody(
    {
      defined: true,
      code: 'INVALID',
      status: 422,
      message: 'Some fields need attention.',
      requestId: 'r-1',
      data: { faults: [{ field: 'contactList.0.mobile', message: 'is not a phone number' }] },
    },
    422,
    null,
  );
  expect(error).toMatchObject({
    code: 'INVALID',
    status: 422,
    requestId: 'r-1',
    message: 'Some fields need attention.',
  });
  expect(error.faultOf('contactList.0.mobile')).toBe('is not a phone number');
  expect(error.faultOf('message')).toBeUndefined();
});

it('accepts whatever a proxy answers', () => {
  expect(errorFromBody(null, 502, 'from-header')).toMatchObject({
    code: 'HTTP_502',
    status: 502,
    requestId: 'from-header',
    message: 'The server answered 502.',
  });
});

it('ignores malformed faults', () => {
  expect(errorFromBody({ data: { faults: [null, 'x', { field: 1 }] } }, 422, null).faults).toEqual([]);
});

it.each([
  [new TypeError('Failed to fetch'), 'OFFLINE'],
  [new DOMException('The operation timed out.', 'TimeoutError'), 'TIMED_OUT'],
])('reports %s as no response', (failure, code) => {
  expect(errorFromFailure(failure)).toMatchObject({ code, status: 0, requestId: null });
});
