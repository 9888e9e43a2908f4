import { createTestDatabase } from './test-database.ts';
import { openWithClock, type VirtualClock } from './virtual-clock.ts';

/** A separate database whose clock a test sets. */
export interface VirtualDatabase extends VirtualClock {
  drop(): Promise<void>;
}

export async function createVirtualDatabase(): Promise<VirtualDatabase> {
  const { database: plain, drop } = await createTestDatabase(1);
  const clock = await openWithClock(plain);
  return {
    ...clock,
    async drop() {
      await clock.database.close();
      await drop();
    },
  };
}
