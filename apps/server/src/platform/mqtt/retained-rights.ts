import { topics } from '@switchyard/contracts/live/topics';
import { covers } from './rights.ts';

/** A presence is some 100 bytes of JSON. */
const MAX_RETAINED_BYTES = 1_024;

/** Of a packet that is to be published. */
interface Publication {
  topic: string;
  payload: string | Buffer;
  retain: boolean;
}

/** Why a message may not be retained; null: it may, or is not to be. */
export function retainRefusal({ topic, payload, retain }: Publication): string | null {
  if (!retain) return null;
  if (!covers(topics.everyEnginePresence, topic)) return `nothing is retained at ${topic}`;
  return payload.length > MAX_RETAINED_BYTES ? 'a retained message is too long' : null;
}
