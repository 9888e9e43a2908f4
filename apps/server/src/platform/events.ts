import type { LiveEvent } from '@switchyard/contracts/domains';
import { topics } from '@switchyard/contracts/live/topics';
import type { Log } from './logging/log.ts';
import type { Broker } from './mqtt/broker.ts';

/**
 * What the workspace's browsers are told of the events of a kind that happened within one moment. It may be lost with
 * the process: it costs freshness, never more.
 */
type ToLiveEvents<Data> = (happened: readonly Data[]) => LiveEvent[];

/** Something that has happened in a workspace. */
export interface DomainEvent {
  /** Noun and what became of it, such as `messages.changed`. */
  name: string;
  workspaceId: string;
  data: unknown;
  /** Null: browsers are told nothing. */
  toLiveEvents: ToLiveEvents<unknown> | null;
  /** How long a moment is for it. */
  delayMs: number;
}

/** Makes an event of its kind that has happened. */
export interface EventKind<Data> {
  (workspaceId: string, ...data: Data extends undefined ? [] : [data: Data]): DomainEvent;
  eventName: string;
}

const BATCH_DELAY_MS = 200;

/** Defines a kind of event. What else it sets off, its domain says (`Domain.reactions`). */
export function defineEvent<Data = undefined>(
  eventName: string,
  toLiveEvents: ToLiveEvents<Data> | null = null,
  delayMs: number = BATCH_DELAY_MS,
): EventKind<Data> {
  const make: (workspaceId: string, data?: unknown) => DomainEvent = (workspaceId, data) => ({
    name: eventName,
    workspaceId,
    data,
    toLiveEvents: toLiveEvents as ToLiveEvents<unknown> | null,
    delayMs,
  });
  return Object.assign(make, { eventName });
}

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

/**
 * The one dispatcher: gathers what happened in a workspace for a moment, and tells its browsers together.
 * @param react sets off at once what else follows an event
 */
export function eventDispatcher(broker: Broker, log: Log, react: (event: DomainEvent) => void): EventDispatcher {
  /** By workspace and author, then by kind. */
  const waiting = new Map<
    string,
    { workspaceId: string; author: string | null; happened: Map<ToLiveEvents<unknown>, unknown[]> }
  >();
  let timer: NodeJS.Timeout | undefined;
  let dueMs = Number.POSITIVE_INFINITY;

  /**
   * What follows comes after the commit: its fault must not make the change look refused, nor keep what else happened
   * from being told.
   */
  const anyway = (name: string, follow: () => void) => {
    try {
      follow();
    } catch (error) {
      log.error({ err: error, event: name }, 'what follows an event has failed');
    }
  };

  const flush = () => {
    clearTimeout(timer);
    dueMs = Number.POSITIVE_INFINITY;
    const all = [...waiting.values()];
    waiting.clear();
    for (const { workspaceId, author, happened } of all) {
      const told = new Set<string>();
      for (const [toLiveEvents, data] of happened) {
        anyway('live', () => {
          for (const event of toLiveEvents(data))
            told.add(JSON.stringify(author === null ? event : { ...event, author }));
        });
      }
      for (const payload of told) broker.publish(topics.workspaceLive(workspaceId), payload);
    }
  };

  return {
    flush,
    dispatch(events, author = null) {
      for (const event of events) {
        const { name, workspaceId, data, toLiveEvents } = event;
        anyway(name, () => react(event));
        if (!toLiveEvents) continue;
        const key = `${workspaceId} ${author}`;
        const gathered = waiting.get(key) ?? { workspaceId, author, happened: new Map() };
        waiting.set(key, gathered);
        const earlier = gathered.happened.get(toLiveEvents);
        if (earlier) earlier.push(data);
        else gathered.happened.set(toLiveEvents, [data]);
        const atMs = performance.now() + event.delayMs;
        if (atMs >= dueMs) continue;
        clearTimeout(timer);
        dueMs = atMs;
        timer = setTimeout(flush, event.delayMs);
      }
    },
  };
}
