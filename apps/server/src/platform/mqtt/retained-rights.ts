import { topics } from '@switchyard/contracts/live/topics';
import { covers } from './rights.ts';

/** A presence is some 100 bytes of JSON. */
const MAX_RETAINED_BYTES = 1_024;
/** Of one workspace: nobody opens so many browsers. */
const MAX_PER_SCOPE = 50;

/** Of a packet that is to be published. */
interface Publication {
  topic: string;
  payload: string | Buffer;
  retain: boolean;
}

const isPresence = (topic: string): boolean =>
  covers(topics.everyEnginePresence, topic) || covers(topics.everyExtensionPresence, topic);

/** What says that an engine is gone must be heard later as well; there is one of each engine. */
export const outlivesConnection = (topic: string): boolean => covers(topics.everyEnginePresence, topic);

/** Why a message may not be retained; null: it may, or is not to be. */
export function retainRefusal({ topic, payload, retain }: Publication): string | null {
  if (!retain) return null;
  if (!isPresence(topic)) return `nothing is retained at ${topic}`;
  return payload.length > MAX_RETAINED_BYTES ? 'a retained message is too long' : null;
}

/** What the connections have the broker retain, other than what outlives them: so many topics of one workspace, gone with the connection that said them. */
export class RetainedByConnections<Connection> {
  /** By the first two levels of the topic (`workspace/ID`), then by topic. */
  readonly #scopes = new Map<string, Map<string, Connection>>();

  /** Notes what a connection publishes. @returns false: there is no room to retain it */
  note(connection: Connection, { topic, payload }: Publication): boolean {
    const scope = scopeOf(topic);
    const held = this.#scopes.get(scope) ?? new Map<string, Connection>();
    if (payload.length === 0) {
      held.delete(topic);
    } else {
      if (!held.has(topic) && held.size >= MAX_PER_SCOPE) return false;
      held.set(topic, connection);
    }
    if (held.size > 0) this.#scopes.set(scope, held);
    else this.#scopes.delete(scope);
    return true;
  }

  /** @returns the topics that a connection was the last to speak at, which is over now */
  leave(connection: Connection, topicsOfConnection: Iterable<string>): string[] {
    const left: string[] = [];
    for (const topic of topicsOfConnection) {
      const held = this.#scopes.get(scopeOf(topic));
      if (held?.get(topic) !== connection) continue;
      held.delete(topic);
      if (held.size === 0) this.#scopes.delete(scopeOf(topic));
      left.push(topic);
    }
    return left;
  }
}

const scopeOf = (topic: string): string => topic.split('/', 2).join('/');
