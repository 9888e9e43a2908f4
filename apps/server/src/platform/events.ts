import type { LiveEvent } from '@switchyard/contracts/domains';
import { topics } from '@switchyard/contracts/live/topics';
import type { Log } from './logging/log.ts';
import type { Broker } from './mqtt/broker.ts';

/**
 * Converts the events of one kind that happened within `delayMs` into live events for the workspace's browsers. May be
 * lost with the process, which must cost no more than freshness.
 */
type ToLiveEvents<Data> = (happened: readonly Data[]) => LiveEvent[];

/** Something that has happened in a workspace. */
export interface DomainEvent {
  /** Noun and past participle, such as `messages.changed`. */
  name: string;
  workspaceId: string;
  data: unknown;
  /** Null if browsers are not notified. */
  toLiveEvents: ToLiveEvents<unknown> | null;
  /** How long events are collected before they are published. */
  delayMs: number;
}

/** Creates an event of this kind. */
export interface EventKind<Data> {
  (workspaceId: string, ...data: Data extends undefined ? [] : [data: Data]): DomainEvent;
  eventName: string;
}

const BATCH_DELAY_MS = 200;

/** Defines a kind of event. Domains declare their reactions in `Domain.reactions`. */
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

/** Publishes events after their commit. The change itself never waits for it. */
export interface EventDispatcher {
  /** @param author the page (`x-socket-id`) that caused the events: it is already up to date and ignores them */
  dispatch(events: readonly DomainEvent[], author?: string | null): void;
  /** Publishes pending events immediately. */
  flush(): void;
}

/**
 * The only dispatcher. Collects the events of a workspace for a moment and publishes them together.
 * @param react called immediately with each event
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
   * Reactions run after the commit: an error must neither make the change look refused nor keep other events from being
   * published.
   */
  const logErrors = (name: string, follow: () => void) => {
    try {
      follow();
    } catch (error) {
      log.error({ err: error, event: name }, 'a handler of an event failed');
    }
  };

  const flush = () => {
    clearTimeout(timer);
    dueMs = Number.POSITIVE_INFINITY;
    const all = [...waiting.values()];
    waiting.clear();
    for (const { workspaceId, author, happened } of all) {
      const payloads = new Set<string>();
      for (const [toLiveEvents, data] of happened) {
        logErrors('live', () => {
          for (const event of toLiveEvents(data))
            payloads.add(JSON.stringify(author === null ? event : { ...event, author }));
        });
      }
      for (const payload of payloads) broker.publish(topics.workspaceLive(workspaceId), payload);
    }
  };

  return {
    flush,
    dispatch(events, author = null) {
      for (const event of events) {
        const { name, workspaceId, data, toLiveEvents } = event;
        logErrors(name, () => react(event));
        if (!toLiveEvents) continue;
        const key = `${workspaceId} ${author}`;
        const pending = waiting.get(key) ?? { workspaceId, author, happened: new Map() };
        waiting.set(key, pending);
        const earlier = pending.happened.get(toLiveEvents);
        if (earlier) earlier.push(data);
        else pending.happened.set(toLiveEvents, [data]);
        const atMs = performance.now() + event.delayMs;
        if (atMs >= dueMs) continue;
        clearTimeout(timer);
        dueMs = atMs;
        timer = setTimeout(flush, event.delayMs);
      }
    },
  };
}
