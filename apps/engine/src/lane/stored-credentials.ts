import { Backoff } from '@switchyard/backoff';
import { type EngineClock, sleep } from '../clock.ts';
import { ServerUnavailable } from '../connection/server-answer.ts';
import type { EngineServer } from '../connection/server-client.ts';
import type { CredentialStore } from '../drivers/driver.ts';
import type { LeaseKeeper } from './lease-keeper.ts';

/**
 * The driver's credentials, stored by the server under this lease. Calls wait while the server is unavailable, and
 * reject once the lease is lost.
 */
export function storedCredentials(server: EngineServer, lease: LeaseKeeper, clock: EngineClock): CredentialStore {
  const { generation } = lease;
  async function retryWhileUnavailable<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    const backoff = new Backoff(200, 5_000);
    for (;;) {
      try {
        return await call();
      } catch (error) {
        lease.handleError(error);
        if (!(error instanceof ServerUnavailable) || lease.hasEnded()) throw error;
        await sleep(clock, backoff.nextMs());
      }
    }
  }
  return {
    async read(names) {
      const { values } = await retryWhileUnavailable(() => server.readCredentials({ generation, names }));
      return new Map(Object.entries(values));
    },
    async write(values, { clear } = { clear: false }) {
      await retryWhileUnavailable(() => server.writeCredentials({ generation, values, clear }));
    },
  };
}
