import type { Victim } from './kill-plan.ts';
import type { SystemUnderTest } from './system-under-test.ts';
import type { Traffic } from './traffic.ts';

/** A kill that was done. */
export interface Kill {
  victim: Victim;
  /** When the victim was dead, by the clock of this machine, which is that of the network and the database too. */
  atMs: number;
  engineId?: string;
}

export interface Judgement {
  /** Messages that reached nobody. */
  lost: number;
  /** Messages that their recipient saw more than once, by the network's count and by ours over its record. */
  duplicates: number;
  /** Repeats under the same id, which nobody saw. */
  absorbed: number;
  /** Messages that arrived and are not recorded as sent. */
  misrecorded: number;
  /** From the due moment to the acceptance. */
  lateMs: number[];
  /** One for each kill, in their order; null when nothing more was to be accepted after it. See {@link judge}. */
  recoveryMs: (number | null)[];
}

interface Delivery {
  id: string;
  from: string;
  to: string;
  text: string;
  acceptedAt: string;
}
interface Page {
  data: Delivery[];
  total: number;
  duplicates: number;
  absorbed: number;
}
interface SentRow {
  id: string;
  engine_id: string;
  recipient: string;
  status: string;
  due_ms: number;
  claimed_ms: number | null;
}

const PAGE = 1_000;

/**
 * Holds the network's own record against what was to be sent.
 *
 * The recovery from a kill is the time from the victim's death to the first acceptance, by the network, of a message that was also *claimed* after that
 * death. What an engine still had in its hands is thus not counted: the message went all the way through server and PostgreSQL after the kill.
 * After the kill of an engine it must be a message of that engine; otherwise of any. (A broker is not needed for that at all, so what is shown
 * there is that its absence holds nothing up.) The wait for the next due message is part of the time.
 */
export async function judge(system: SystemUnderTest, traffic: Traffic, kills: Kill[]): Promise<Judgement> {
  const { deliveries, duplicates: counted, absorbed } = await readDeliveries(system.networkUrl);
  const rows = await system.query<SentRow>(
    `select wa_message_id as id, engine_id, recipient, status, extract(epoch from due_at)::float8 * 1000 as due_ms,
       extract(epoch from claimed_at)::float8 * 1000 as claimed_ms
     from messages where workspace_id = $1`,
    [traffic.workspaceId],
  );
  const arrivals = new Map<string, Delivery[]>();
  for (const one of deliveries) arrivals.set(one.to, [...(arrivals.get(one.to) ?? []), one]);
  const times = rows.map((row) => arrivals.get(row.recipient)?.length ?? 0);
  const accepted = rows.flatMap((row) => {
    const [first] = arrivals.get(row.recipient) ?? [];
    return first ? [{ ...row, acceptedMs: Date.parse(first.acceptedAt) }] : [];
  });

  const recoveryMs = kills.map((kill) => {
    const after = accepted.filter(
      (row) =>
        row.acceptedMs > kill.atMs &&
        (row.claimed_ms ?? 0) > kill.atMs &&
        (kill.engineId === undefined || row.engine_id === kill.engineId),
    );
    return after.length === 0 ? null : Math.min(...after.map((row) => row.acceptedMs)) - kill.atMs;
  });
  return {
    lost: times.filter((count) => count === 0).length,
    duplicates: Math.max(counted, times.filter((count) => count > 1).length),
    absorbed,
    misrecorded: accepted.filter((row) => row.status !== 'sent').length,
    lateMs: accepted.map((row) => row.acceptedMs - row.due_ms),
    recoveryMs,
  };
}

async function readDeliveries(networkUrl: string) {
  const deliveries: Delivery[] = [];
  for (;;) {
    const response = await fetch(`${networkUrl}/simulator/deliveries?limit=${PAGE}&skip=${deliveries.length}`);
    const { data, total, duplicates, absorbed } = (await response.json()) as Page;
    deliveries.push(...data);
    if (data.length === 0 || deliveries.length >= total) return { deliveries, duplicates, absorbed };
  }
}
