import type { DescribedEvent } from '@switchyard/contracts/cluster/describe';
import type { KubernetesClient } from '../../../platform/kubernetes/client.ts';
import { KubernetesError } from '../../../platform/kubernetes/kubernetes-error.ts';
import { isoTime } from './iso-time.ts';

/** A crash loop of hours makes a few dozen: equal ones are counted, not repeated. */
const MAX_READ = 500;
const MAX_TOLD = 100;

/** As a cluster tells it; `series` and `eventTime` come from newer reporters, which leave the older fields empty. */
interface KubernetesEvent {
  type?: string;
  reason?: string;
  message?: string;
  count?: number;
  firstTimestamp?: string | null;
  lastTimestamp?: string | null;
  eventTime?: string | null;
  series?: { count?: number; lastObservedTime?: string };
  source?: { component?: string };
  reportingComponent?: string;
}

export interface ReadEvents {
  events: DescribedEvent[] | null;
  eventsProblem: string | null;
}

/** The events about one thing, newest first. Whoever may not read them is told so: none is something else. */
export async function readEvents(
  client: KubernetesClient,
  about: { kind: 'Pod' | 'Node'; name: string; namespace?: string; uid?: string },
): Promise<ReadEvents> {
  const fields = {
    'involvedObject.kind': about.kind,
    'involvedObject.name': about.name,
    // A namesake that was there before has events of its own.
    ...(about.uid === undefined ? {} : { 'involvedObject.uid': about.uid }),
  };
  const fieldSelector = Object.entries(fields)
    .map(([field, value]) => `${field}=${value}`)
    .join(',');
  const path = about.namespace === undefined ? '/api/v1/events' : client.path('events', about.namespace);
  try {
    const { items = [] } = await client.get<{ items?: KubernetesEvent[] }>(path, {
      fieldSelector,
      limit: String(MAX_READ),
    });
    const events = items.map(present).sort((one, other) => (other.lastAt ?? '').localeCompare(one.lastAt ?? ''));
    return { events: events.slice(0, MAX_TOLD), eventsProblem: null };
  } catch (error) {
    if (!(error instanceof KubernetesError)) throw error;
    return { events: null, eventsProblem: error.message };
  }
}

function present(event: KubernetesEvent): DescribedEvent {
  return {
    type: event.type ?? 'Normal',
    reason: event.reason ?? '',
    message: event.message ?? '',
    count: event.series?.count ?? event.count ?? 1,
    from: event.source?.component || event.reportingComponent || '',
    firstAt: isoTime(event.firstTimestamp ?? event.eventTime),
    lastAt: isoTime(event.series?.lastObservedTime ?? event.lastTimestamp ?? event.eventTime),
  };
}
