import type { Victim } from './kill-plan.ts';
import type { Change } from './people.ts';
import type { SystemUnderTest } from './system-under-test.ts';
import type { Traffic } from './traffic.ts';

/** A kill that was carried out. */
export interface Kill<OfVictim extends string = Victim> {
  victim: OfVictim;
  /** When the victim was dead, by this machine's clock, which the network and the database share. */
  atMs: number;
  engineId?: string;
}

export interface RunResult {
  /** Messages that nobody received and that were not cancelled. */
  lost: number;
  /** Messages that their recipient saw more than once, by the network's count and by ours over its record. */
  duplicates: number;
  /** Repeats under the same id, which recipients did not see. */
  absorbed: number;
  /**
   * Messages whose shown recipient, text or outcome differs from the network's record: delivered but not shown as sent
   * to that recipient with that text; shown as sent but not delivered; delivered but unknown to the database; or with a
   * confirmed edit or cancel that is not shown.
   */
  misrecorded: number;
  /** From the due time to the acceptance. */
  lateMs: number[];
  /** One per kill, in order; null if nothing was left to be accepted afterwards. See {@link evaluateRun}. */
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
  _id: string;
  id: string;
  body: string;
  engine_id: string;
  recipient: string;
  status: string;
  due_ms: number;
  claimed_ms: number | null;
}

const PAGE = 1_000;

/**
 * Compares the network's record with the scheduled messages.
 *
 * The recovery time of a kill is the time from the victim's death to the first acceptance, by the network, of a message
 * that was also *claimed* after that death. This excludes messages an engine had already claimed: the message passed
 * through the whole of server and PostgreSQL after the kill. After the kill of an engine it must be a message of that
 * engine, otherwise any. (Messages do not depend on a broker, so its kills show that its absence delays nothing.) The
 * wait for the next due message is part of the time.
 */
export async function evaluateRun(
  system: SystemUnderTest,
  traffic: Traffic,
  kills: Kill<string>[],
  changes: Change[],
): Promise<RunResult> {
  const { deliveries, duplicates: counted, absorbed } = await readDeliveries(system.networkUrl);
  const rows = await system.query<SentRow>(
    `select id as _id, wa_message_id as id, body, engine_id, recipient, status, extract(epoch from due_at)::float8 * 1000 as due_ms,
       extract(epoch from claimed_at)::float8 * 1000 as claimed_ms
     from messages where workspace_id = $1`,
    [traffic.workspaceId],
  );
  const byId = new Map(deliveries.map((delivery) => [delivery.id, delivery]));
  const accepted = rows.flatMap((row) => {
    const found = byId.get(row.id);
    return found ? [{ ...row, found, acceptedMs: Date.parse(found.acceptedAt) }] : [];
  });
  const known = new Set(rows.map((row) => row.id));
  // The beginning of a message's text identifies it even after edits.
  const times = Map.groupBy(deliveries, ({ text }) => text.split(' of the run')[0]);
  const shown = new Map(rows.map((row) => [row._id, row]));
  const latest = new Map(
    changes
      .filter((change) => change.answer === 'done')
      .map((change) => [`${change.messageId} ${change.what}`, change]),
  );
  const unsure = new Set(changes.filter((change) => change.answer === 'unknown').map((change) => change.messageId));
  const misrecorded = [
    ...accepted.filter(
      ({ status, recipient, body, found }) => status !== 'sent' || found.to !== recipient || found.text !== body,
    ),
    ...rows.filter((row) => row.status === 'sent' && !byId.has(row.id)),
    ...deliveries.filter((delivery) => !known.has(delivery.id)),
    ...[...latest.values()].filter(
      (change) => !unsure.has(change.messageId) && !isShown(change, shown.get(change.messageId)),
    ),
  ];

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
    lost: rows.filter((row) => row.status !== 'cancelled' && !byId.has(row.id)).length,
    duplicates: Math.max(counted, [...times.values()].filter((copies) => copies.length > 1).length),
    absorbed,
    misrecorded: misrecorded.length,
    lateMs: accepted.map((row) => row.acceptedMs - row.due_ms),
    recoveryMs,
  };
}

const isShown = ({ what, to }: Change, row: SentRow | undefined): boolean =>
  what === 'cancel' ? row?.status === 'cancelled' : what === 'text' ? row?.body === to : row?.recipient === to;

async function readDeliveries(networkUrl: string) {
  const deliveries: Delivery[] = [];
  for (;;) {
    const response = await fetch(`${networkUrl}/simulator/deliveries?limit=${PAGE}&skip=${deliveries.length}`);
    const { data, total, duplicates, absorbed } = (await response.json()) as Page;
    deliveries.push(...data);
    if (data.length === 0 || deliveries.length >= total) return { deliveries, duplicates, absorbed };
  }
}
