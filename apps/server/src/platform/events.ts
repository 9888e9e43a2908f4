import type { LiveEvent } from '@switchyard/contracts/domains';
import { topics } from '@switchyard/contracts/live/topics';
import type { Broker } from './mqtt/broker.ts';
import type { Platform } from './platform.ts';

/**
 * What follows once something of a kind has happened. Both may be lost with the process: they cost freshness or
 * lateness, never more.
 */
interface Following<Data> {
  /** What the workspace's browsers are told of those that happened within one moment. */
  toLiveEvents?(happened: readonly Data[]): LiveEvent[];
  /** What else is set off, at once. */
  handle?(platform: Platform, data: Data, workspaceId: string): void;
}

/** Something that has happened in a workspace. */
export interface DomainEvent {
  /** Noun and what became of it, such as `messages.changed`. */
  name: string;
  workspaceId: string;
  data: unknown;
  following: Following<unknown>;
}

/** Defines a kind of event; its domain says what follows. @returns makes one that happened */
export function defineEvent<Data = undefined>(
  name: string,
  following: Following<Data>,
): (workspaceId: string, ...data: Data extends undefined ? [] : [data: Data]) => DomainEvent {
  return (workspaceId, ...[data]) => ({ name, workspaceId, data, following: following as Following<unknown> });
}

const BATCH_DELAY_MS = 200;

/** Tells what has happened, after its commit; never awaited by the change itself. */
export interface EventDispatcher {
  /**
   * @param author the browser page (`x-socket-id`) whose doing it was: it is up to date already, and passes its own
   *   events over
   */
  dispatch(events: readonly DomainEvent[], author?: string | null): void;
  /** Tells what still waits. */
  flush(): void;
}

/** The one dispatcher: gathers what happened in a workspace for a moment, and tells its browsers together. */
export function eventDispatcher(broker: Broker, platform: () => Platform): EventDispatcher {
  /** By workspace and author, then by what follows. */
  const waiting = new Map<
    string,
    { workspaceId: string; author: string | null; happened: Map<Following<unknown>, unknown[]> }
  >();
  let timer: NodeJS.Timeout | undefined;

  /**
   * What follows comes after the commit: its fault must not make the change look refused, nor keep what else happened
   * from being told.
   */
  const anyway = (name: string, follow: () => void) => {
    try {
      follow();
    } catch (error) {
      platform().log.error({ err: error, event: name }, 'what follows an event has failed');
    }
  };

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const all = [...waiting.values()];
    waiting.clear();
    for (const { workspaceId, author, happened } of all) {
      const told = new Set<string>();
      for (const [{ toLiveEvents: tell }, data] of happened) {
        anyway('live', () => {
          for (const event of tell?.(data) ?? [])
            told.add(JSON.stringify(author === null ? event : { ...event, author }));
        });
      }
      for (const payload of told) broker.publish(topics.workspaceLive(workspaceId), payload);
    }
  };

  return {
    flush,
    dispatch(events, author = null) {
      for (const { name, workspaceId, data, following } of events) {
        anyway(name, () => following.handle?.(platform(), data, workspaceId));
        if (!following.toLiveEvents) continue;
        const key = `${workspaceId} ${author}`;
        const gathered = waiting.get(key) ?? { workspaceId, author, happened: new Map() };
        waiting.set(key, gathered);
        const earlier = gathered.happened.get(following);
        if (earlier) earlier.push(data);
        else gathered.happened.set(following, [data]);
        timer ??= setTimeout(flush, BATCH_DELAY_MS);
      }
    },
  };
}
