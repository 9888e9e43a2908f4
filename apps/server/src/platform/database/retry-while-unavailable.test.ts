import { expect, test, vi } from 'vitest';
import { retryWhileUnavailable } from './retry-while-unavailable.ts';

const fault = (code: string) => Object.assign(new Error(`PostgreSQL says ${code}`), { code });

test('retries while the database recovers from a crash', async () => {
  const ask = vi.fn().mockRejectedValueOnce(fault('57P03')).mockRejectedValueOnce(fault('ECONNREFUSED'));
  ask.mockResolvedValue('an answer');
  expect(await retryWhileUnavailable(ask)).toBe('an answer');
  expect(ask).toHaveBeenCalledTimes(3);
});

test('rethrows any other error immediately', async () => {
  const ask = vi.fn().mockRejectedValue(fault('42P01'));
  await expect(retryWhileUnavailable(ask)).rejects.toMatchObject({ code: '42P01' });
  expect(ask).toHaveBeenCalledTimes(1);
});

test('rethrows the error when the database stays unavailable past the deadline', async () => {
  await expect(retryWhileUnavailable(() => Promise.reject(fault('57P03')), 0)).rejects.toMatchObject({ code: '57P03' });
});
