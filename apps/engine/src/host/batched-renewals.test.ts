import { expect, test, vi } from 'vitest';
import { ServerRefusal, ServerUnavailable } from '../connection/server-client.ts';
import { BatchedRenewals } from './batched-renewals.ts';

const lost = { status: 409, code: 'LEASE_LOST', message: 'lost' };

test('sends the renewals of a tick in one call, each with its own result', async () => {
  const renewMany = vi.fn(async () => ({ refusals: [null, lost] }));
  const renewals = new BatchedRenewals({ renewMany }, 20);
  const answers = await Promise.allSettled([renewals.renew('a', 1), renewals.renew('b', 2)]);
  expect(renewMany.mock.calls).toEqual([
    [
      {
        leases: [
          { token: 'a', generation: 1 },
          { token: 'b', generation: 2 },
        ],
      },
    ],
  ]);
  expect(answers[0]).toEqual({ status: 'fulfilled', value: { ok: true } });
  expect(answers[1]).toMatchObject({ reason: expect.any(ServerRefusal) });
  expect(answers[1]).toMatchObject({ reason: { status: 409, code: 'LEASE_LOST' } });
});

test('fails all renewals of a tick while the server is unavailable, and calls again at the next tick', async () => {
  const renewMany = vi.fn(async () => ({ refusals: [null] as (typeof lost | null)[] }));
  renewMany.mockRejectedValueOnce(new ServerUnavailable('away'));
  const renewals = new BatchedRenewals({ renewMany }, 5);
  await expect(renewals.renew('a', 1)).rejects.toThrow('away');
  expect(await renewals.renew('a', 1)).toEqual({ ok: true });
});
