import type { Database } from '../apps/server/src/platform/database/database.ts';
import { cpuSeconds, databaseCpuSeconds, postmasterOf } from './scale/observe.ts';

/** Processor milliseconds of one unit of work, such as a message: these compare machines, and latencies do not. */
export interface ProcessorCost {
  serverMs: number;
  databaseMs: number;
}

/**
 * Counts processor time from now on.
 * @param serverPid whose work it is beside PostgreSQL's; default: this process, where the benchmark is the server
 * @returns a function that tells what each of so many units has cost
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
