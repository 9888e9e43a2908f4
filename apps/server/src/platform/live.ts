import type { LiveEvent } from '@switchyard/contracts/live';
import { topics } from '@switchyard/contracts/mqtt-topics';
import type { Broker } from './mqtt/broker.ts';
import type { LivePublisher } from './platform.ts';

const GATHER_MS = 200;
/** Beyond this many changes at once it is cheaper for a browser to read its page again. */
const MAX_CHANGES = 500;

type Changes = Extract<LiveEvent, { type: 'messages.changed' }>['changes'];
interface Gathered {
  /** By message id: the last change wins. */
  changes: Map<string, Changes[number]>;
  /** Told once each, by their JSON. */
  others: Map<string, LiveEvent>;
}

/** Gathers what changed in a workspace for a moment and tells its browsers together. */
export function livePublisher(broker: Broker): LivePublisher & { flush(): void } {
  const waiting = new Map<string, Gathered>();
  let timer: NodeJS.Timeout | undefined;

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    for (const [workspaceId, gathered] of waiting) {
      for (const event of settle(gathered)) broker.publish(topics.workspaceLive(workspaceId), JSON.stringify(event));
    }
    waiting.clear();
  };

  return {
    flush,
    toUser: (userId, event) => broker.publish(topics.userLive(userId), JSON.stringify(event)),
    toWorkspace(workspaceId, event) {
      const gathered = waiting.get(workspaceId) ?? { changes: new Map(), others: new Map() };
      waiting.set(workspaceId, gathered);
      if (event.type !== 'messages.changed') gathered.others.set(JSON.stringify(event), event);
      // Past the limit only the fact counts, so nothing more is kept.
      else if (gathered.changes.size <= MAX_CHANGES) {
        for (const change of event.changes) gathered.changes.set(change._id, change);
      }
      timer ??= setTimeout(flush, GATHER_MS);
    },
  };
}

function settle({ changes, others }: Gathered): LiveEvent[] {
  const stale: LiveEvent = { type: 'messages.stale' };
  if (changes.size > MAX_CHANGES) others.set(JSON.stringify(stale), stale);
  const told = [...others.values()];
  if (changes.size > 0 && changes.size <= MAX_CHANGES) {
    told.unshift({ type: 'messages.changed', changes: [...changes.values()] });
  }
  return told;
}
