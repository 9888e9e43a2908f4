import type { OwnQuietHours } from '@switchyard/contracts/messages/quiet-hours';
import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { LANE_COLUMNS, type LaneRow, type LaneRules, ownQuietRules, quietUntil, rulesOf } from '../messages/index.ts';
import type { OpenMessage } from './campaigns.queries.ts';

/**
 * Maximum sendable messages of a campaign in lanes: few, so that a pause, a cancel or an opt-out affects few; enough to
 * keep a lane busy for seconds. As many may wait there for the end of quiet hours, and as many first contacts for their
 * turn: none of the three holds up the others.
 */
const MAX_IN_LANES = 500;
/** Maximum and minimum time a recipient is postponed: hours and limits may change meanwhile. */
const MAX_POSTPONE_MS = 15 * 60_000;
const MIN_POSTPONE_MS = 10_000;

/** A campaign's messages in one lane. */
interface LaneLoad {
  engineId: string;
  rules: LaneRules;
  /** Sendable or being sent. */
  active: number;
  asleep: number;
  firstContacts: number;
  /** Assigned since the headroom was read. */
  assigned: number;
}

/** The next recipient. */
interface NextRecipient {
  id: string;
  mobile: string;
  /** The recipient's zone. */
  zone: string;
  quietHours: OwnQuietHours;
}

/** How many more messages of a campaign lanes can take, and for whom. */
export class LaneHeadroom {
  readonly #lanes: readonly LaneLoad[];
  /** Maximum active messages per lane. */
  readonly #maxPerLane: number;
  readonly #quietUntil = new Map<string, number | null>();

  constructor(lanes: readonly LaneLoad[]) {
    this.#lanes = lanes;
    this.#maxPerLane = Math.ceil(MAX_IN_LANES / Math.max(1, lanes.length));
  }

  get free(): number {
    return this.#lanes.reduce((sum, { active }) => sum + Math.max(0, this.#maxPerLane - active), 0);
  }

  /**
   * Whether a recipient would be one first contact too many for a lane; queried only if a lane has no headroom for
   * more.
   */
  async strangersOf(tx: Db, mobiles: readonly string[]): Promise<(engineId: string, mobile: string) => boolean> {
    const full = this.#lanes
      .filter(({ firstContacts }) => firstContacts >= this.#maxPerLane)
      .map(({ engineId }) => engineId);
    if (full.length === 0) return () => false;
    const { rows } = await tx.execute<{ engine_id: string; recipient: string }>(sql`
      select engine_id, recipient from engine_recipients
      where engine_id = any (${sql.param(full)}::uuid[]) and recipient = any (${sql.param(mobiles)}::text[])`);
    const known = new Set(rows.map((row) => `${row.engine_id} ${row.recipient}`));
    return (engineId, mobile) => full.includes(engineId) && !known.has(`${engineId} ${mobile}`);
  }

  /**
   * Assigns a recipient to a lane; lanes take turns as far as they have headroom.
   * @param isStranger whether a lane must wait with this first contact
   * @returns the engine, or when to try again (ms since 1970)
   */
  assign(
    recipient: NextRecipient,
    isStranger: (engineId: string, mobile: string) => boolean,
    nowMs: number,
  ): string | number {
    let retryMs = nowMs + MAX_POSTPONE_MS;
    const from = Number.parseInt(recipient.id.slice(-4), 16) % this.#lanes.length;
    const inTurn = [...this.#lanes.slice(from), ...this.#lanes.slice(0, from)].sort((a, b) => a.assigned - b.assigned);
    for (const lane of inTurn) {
      if (lane.active >= this.#maxPerLane) {
        retryMs = Math.min(retryMs, nowMs + MIN_POSTPONE_MS);
        continue;
      }
      const quiet = lane.asleep < this.#maxPerLane ? null : this.#quietEndMs(recipient, lane.rules, nowMs);
      const free = isStranger(lane.engineId, recipient.mobile) ? nowMs + halfEmptyInMs(lane) : null;
      if (quiet === null && free === null) {
        lane.active += 1;
        lane.assigned += 1;
        return lane.engineId;
      }
      retryMs = Math.min(retryMs, Math.max(quiet ?? 0, free ?? 0));
    }
    return retryMs;
  }

  #quietEndMs({ quietHours, zone }: NextRecipient, rules: LaneRules, nowMs: number): number | null {
    const hours = ownQuietRules(quietHours) ?? rules;
    const key = `${hours.quietFrom} ${hours.quietTo} ${zone}`;
    if (!this.#quietUntil.has(key)) this.#quietUntil.set(key, quietUntil(hours, nowMs, zone));
    return this.#quietUntil.get(key) ?? null;
  }
}

/** Approximate time until half of a lane's waiting first contacts have been sent. */
function halfEmptyInMs({ rules: { newPerMinute }, firstContacts }: LaneLoad): number {
  if (newPerMinute === null) return MIN_POSTPONE_MS;
  return Math.min(MAX_POSTPONE_MS, Math.max(MIN_POSTPONE_MS, ((firstContacts / 2) * 60_000) / newPerMinute));
}

/** Reads the current headroom of these lanes. @param open the campaign's unsettled, unheld messages */
export async function readHeadroom(
  tx: Db,
  engineIds: readonly string[],
  open: readonly OpenMessage[],
): Promise<LaneHeadroom> {
  const { rows } = await tx.execute<LaneRow & Record<string, unknown> & { engine_id: string }>(sql`
    select ${sql.raw(LANE_COLUMNS)}, engines.id as engine_id
    from engines join workspaces on workspaces.id = engines.workspace_id left join engine_lanes lane on lane.engine_id = engines.id
    where engines.id = any (${sql.param(engineIds)}::uuid[]) order by engines.id`);
  return new LaneHeadroom(
    rows.map((row) => {
      const own = open.filter((message) => message.engineId === row.engine_id);
      const count = (...rules: string[]) => own.filter(({ holdRule }) => rules.includes(holdRule ?? '')).length;
      const [asleep, firstContacts] = [count('quiet_hours'), count('first_contact')];
      const active = own.length - asleep - firstContacts - count('overdue');
      return { engineId: row.engine_id, rules: rulesOf(row), active, asleep, firstContacts, assigned: 0 };
    }),
  );
}
