import type { DescribedEvent } from '@switchyard/contracts/cluster/describe';
import type { KubernetesClient } from '../../../platform/kubernetes/client.ts';
import { KubernetesError } from '../../../platform/kubernetes/kubernetes-error.ts';
import { isoTime } from './iso-time.ts';

/** A crash loop of hours makes a few dozen events: equal ones are counted, not repeated. */
const MAX_READ = 500;
const MAX_RETURNED = 100;

/** An event of the Kubernetes API. Newer reporters set `series` and `eventTime`, and leave the older fields empty. */
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

/**
 * Events about one object, newest first. A missing right to read them is reported, because it differs from having no
 * events.
 */
export async function readEvents(
  client: KubernetesClient,
  about: { kind: 'Pod' | 'Node'; name: string; namespace?: string; uid?: string },
): Promise<ReadEvents> {
  const fields = {
    'involvedObject.kind': about.kind,
    'involvedObject.name': about.name,
    // Excludes events of an earlier object of the same name.
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
    const events = items.map(present).sort((a, b) => (b.lastAt ?? '').localeCompare(a.lastAt ?? ''));
    return { events: events.slice(0, MAX_RETURNED), eventsProblem: null };
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
