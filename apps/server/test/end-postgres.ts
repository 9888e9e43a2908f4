import { expect, vi } from 'vitest';
import { findPostmaster, isPostmasterOn } from '../src/platform/database/postmaster.ts';

/**
 * Stops the PostgreSQL that a killed process left running on a data folder, if any: until then it keeps writing there.
 */
export async function endPostgres(dataDirectory: string): Promise<void> {
  const left = findPostmaster(dataDirectory);
  if (!left) return;
  process.kill(left.pid, 'SIGQUIT');
  await vi.waitFor(() => expect(isPostmasterOn(left.pid, dataDirectory)).toBe(false), { timeout: 20_000 });
}
