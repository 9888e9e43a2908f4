import type { SimulatedNetwork } from '@switchyard/whatsapp-simulator';
import type { Database } from '../../../server/src/platform/database/database.ts';
import type { Call, CallFault, History } from './history.ts';

/** What every process of a world has around it. */
export interface Surroundings {
  database: Database;
  network: SimulatedNetwork;
  driver: Pick<History, 'settles' | 'refusals'>;
  nowMs(): number;
  /** Nothing is carried out, and nothing answered, not even what was carried out before. */
  serverIsAway: boolean;
  /** What goes wrong with the next such call; null: nothing. Used up by it. */
  faultOf(call: Call): { fault: CallFault; delayMs: number } | null;
  /** Runs `task` after a time that passes for everybody, whoever sleeps. */
  later(delayMs: number, task: () => void): void;
  /** The world does not move on before this is done. */
  track<Value>(work: () => Promise<Value>): Promise<Value>;
  /** The bytes of a file. */
  content(fileId: string): Uint8Array;
}
