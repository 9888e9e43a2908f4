import { topics } from '@switchyard/contracts/live/topics';
import { covers } from './rights.ts';

/** A presence is about 100 bytes of JSON. */
const MAX_RETAINED_BYTES = 1_024;

/** A packet to be published. */
interface Publication {
  topic: string;
  payload: string | Buffer;
  retain: boolean;
}

/** Why a message must not be retained; null if it may be, or does not ask to be. */
export function retainRefusal({ topic, payload, retain }: Publication): string | null {
  if (!retain) return null;
  if (!covers(topics.everyEnginePresence, topic)) return `nothing is retained at ${topic}`;
  return payload.length > MAX_RETAINED_BYTES ? 'a retained message is too long' : null;
}
