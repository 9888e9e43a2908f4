import { expect, vi } from 'vitest';
import { findPostmaster, isPostmasterOn } from '../src/platform/database/postmaster.ts';

/**
 * Ends the PostgreSQL that a killed process left behind on a data folder, if there is one. Until it is gone it writes
 * there.
 */
export async function endPostgres(dataDirectory: string): Promise<void> {
  const left = findPostmaster(dataDirectory);
  if (!left) return;
  process.kill(left.pid, 'SIGQUIT');
  await vi.waitFor(() => expect(isPostmasterOn(left.pid, dataDirectory)).toBe(false), { timeout: 20_000 });
}
