import { Backoff } from '@switchyard/backoff';
import { type EngineClock, sleep } from '../clock.ts';
import { ServerUnavailable } from '../connection/server-answer.ts';
import type { EngineServer } from '../connection/server-client.ts';
import type { CredentialStore } from '../drivers/driver.ts';
import type { LeaseKeeper } from './lease-keeper.ts';

/**
 * The driver's credentials, kept by the server under this lease. While the server is away a call waits; with the lease
 * lost it rejects.
 */
export function storedCredentials(server: EngineServer, lease: LeaseKeeper, clock: EngineClock): CredentialStore {
  const { generation } = lease;
  async function patiently<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    const backoff = new Backoff(200, 5_000);
    for (;;) {
      try {
        return await ask();
      } catch (error) {
        lease.heed(error);
        if (!(error instanceof ServerUnavailable) || lease.hasEnded()) throw error;
        await sleep(clock, backoff.nextMs());
      }
    }
  }
  return {
    async read(names) {
      const { values } = await patiently(() => server.readCredentials({ generation, names }));
      return new Map(Object.entries(values));
    },
    async write(values, { clear } = { clear: false }) {
      await patiently(() => server.writeCredentials({ generation, values, clear }));
    },
  };
}
