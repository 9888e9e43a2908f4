import type { Database } from '../apps/server/src/platform/database/database.ts';
import { cpuSeconds, databaseCpuSeconds, postmasterOf } from './scale/observe.ts';

/** CPU milliseconds per unit of work, such as a message: comparable between machines, unlike latencies. */
export interface ProcessorCost {
  serverMs: number;
  databaseMs: number;
}

/**
 * Counts CPU time from now on.
 * @param serverPid process measured in addition to PostgreSQL; defaults to this one, if the benchmark is the server
 * @returns a function that computes the cost per unit
 */
export async function countProcessorTime(
  database: Database,
  serverPid: number = process.pid,
): Promise<(units: number) => ProcessorCost> {
  const postmaster = await postmasterOf(database);
  const [server, postgres] = [cpuSeconds(serverPid), databaseCpuSeconds(postmaster)];
  const perUnit = (seconds: number, units: number) => Math.round((seconds * 1_000_000) / units) / 1_000;
  return (units) => ({
    serverMs: perUnit(cpuSeconds(serverPid) - server, units),
    databaseMs: perUnit(databaseCpuSeconds(postmaster) - postgres, units),
  });
}
