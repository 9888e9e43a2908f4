import type { SimulatedNetwork } from '@switchyard/whatsapp-simulator';
import type { Database } from '../../../server/src/platform/database/database.ts';
import type { Call, CallFault, History } from './history.ts';

/** Environment of every process of a world. */
export interface Surroundings {
  database: Database;
  network: SimulatedNetwork;
  driver: Pick<History, 'settles' | 'refusals'>;
  nowMs(): number;
  /** Nothing is carried out and nothing answered, not even what was carried out before. */
  serverIsAway: boolean;
  /** The fault of the next such call, which consumes it; null for none. */
  faultOf(call: Call): { fault: CallFault; delayMs: number } | null;
  /** Runs `task` after a time that passes for everybody, even while they sleep. */
  later(delayMs: number, task: () => void): void;
  /** The world waits until this is done. */
  track<Value>(work: () => Promise<Value>): Promise<Value>;
  /** The content of a file. */
  content(fileId: string): Uint8Array;
}
