import type { OwnQuietHours } from '@switchyard/contracts/messages/quiet-hours';
import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { LANE_COLUMNS, type LaneRow, type LaneRules, ownQuietRules, quietUntil, rulesOf } from '../messages/index.ts';
import type { UnderWay } from './campaigns.queries.ts';

/**
 * Messages of a campaign that stand in lanes at once and can go. Few, so that a pause, a cancel or a wish to be left
 * alone meets few; enough to keep a lane busy for seconds. As many may wait there for the end of quiet hours, and as
 * many first contacts for their turn: none of these three keeps the others from going out.
 */
const MAX_UNDER_WAY = 500;
/** Whoever is put off is looked at again after this at the latest: hours and limits may be changed meanwhile. */
const LONGEST_MS = 15 * 60_000;
const SHORTEST_MS = 10_000;

/** What of a campaign one lane has. */
interface Lane {
  engineId: string;
  rules: LaneRules;
  /** Can go, or is going. */
  going: number;
  asleep: number;
  firstContacts: number;
  /** Given to it since. */
  given: number;
}

/** Somebody who is next. */
interface Next {
  id: string;
  mobile: string;
  /** In which they live. */
  zone: string;
  quietHours: OwnQuietHours;
}

/** How much room lanes have for more messages of a campaign, and for whom. */
export class LaneHeadroom {
  readonly #lanes: readonly Lane[];
  /** Of each lane. */
  readonly #most: number;
  readonly #quietUntil = new Map<string, number | null>();

  constructor(lanes: readonly Lane[]) {
    this.#lanes = lanes;
    this.#most = Math.ceil(MAX_UNDER_WAY / Math.max(1, lanes.length));
  }

  get free(): number {
    return this.#lanes.reduce((sum, { going }) => sum + Math.max(0, this.#most - going), 0);
  }

  /** Who of these is known to which lane: asked only where a lane has no room for more first contacts. */
  async strangersOf(tx: Db, mobiles: readonly string[]): Promise<(engineId: string, mobile: string) => boolean> {
    const full = this.#lanes.filter(({ firstContacts }) => firstContacts >= this.#most).map(({ engineId }) => engineId);
    if (full.length === 0) return () => false;
    const { rows } = await tx.execute<{ engine_id: string; recipient: string }>(sql`
      select engine_id, recipient from engine_recipients
      where engine_id = any (${sql.param(full)}::uuid[]) and recipient = any (${sql.param(mobiles)}::text[])`);
    const known = new Set(rows.map((row) => `${row.engine_id} ${row.recipient}`));
    return (engineId, mobile) => full.includes(engineId) && !known.has(`${engineId} ${mobile}`);
  }

  /**
   * Gives a message for somebody to a lane; lanes take turns, as far as they have room.
   * @param isStranger whether a lane has to wait with a first contact
   * @returns the engine; or when to ask again (ms since 1970)
   */
  place(one: Next, isStranger: (engineId: string, mobile: string) => boolean, nowMs: number): string | number {
    let againMs = nowMs + LONGEST_MS;
    const from = Number.parseInt(one.id.slice(-4), 16) % this.#lanes.length;
    const inTurn = [...this.#lanes.slice(from), ...this.#lanes.slice(0, from)].sort(
      (lane, other) => lane.given - other.given,
    );
    for (const lane of inTurn) {
      if (lane.going >= this.#most) {
        againMs = Math.min(againMs, nowMs + SHORTEST_MS);
        continue;
      }
      const quiet = lane.asleep < this.#most ? null : this.#quietOf(one, lane.rules, nowMs);
      const free = isStranger(lane.engineId, one.mobile) ? nowMs + emptiesInMs(lane) : null;
      if (quiet === null && free === null) {
        lane.going += 1;
        lane.given += 1;
        return lane.engineId;
      }
      againMs = Math.min(againMs, Math.max(quiet ?? 0, free ?? 0));
    }
    return againMs;
  }

  #quietOf({ quietHours, zone }: Next, rules: LaneRules, nowMs: number): number | null {
    const hours = ownQuietRules(quietHours) ?? rules;
    const key = `${hours.quietFrom} ${hours.quietTo} ${zone}`;
    if (!this.#quietUntil.has(key)) this.#quietUntil.set(key, quietUntil(hours, nowMs, zone));
    return this.#quietUntil.get(key) ?? null;
  }
}

/** When half of the first contacts that wait in a lane will have gone, about. */
function emptiesInMs({ rules: { newPerMinute }, firstContacts }: Lane): number {
  if (newPerMinute === null) return SHORTEST_MS;
  return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, ((firstContacts / 2) * 60_000) / newPerMinute));
}

/**
 * The room that these lanes have now.
 * @param open the campaign's messages that are not settled and that it lets go
 */
export async function readRoom(tx: Db, engineIds: readonly string[], open: readonly UnderWay[]): Promise<LaneHeadroom> {
  const { rows } = await tx.execute<LaneRow & Record<string, unknown> & { engine_id: string }>(sql`
    select ${sql.raw(LANE_COLUMNS)}, engines.id as engine_id
    from engines join workspaces on workspaces.id = engines.workspace_id left join engine_lanes lane on lane.engine_id = engines.id
    where engines.id = any (${sql.param(engineIds)}::uuid[]) order by engines.id`);
  return new LaneHeadroom(
    rows.map((row) => {
      const own = open.filter((message) => message.engineId === row.engine_id);
      const count = (...rules: string[]) => own.filter(({ holdRule }) => rules.includes(holdRule ?? '')).length;
      const [asleep, firstContacts] = [count('quiet_hours'), count('first_contact')];
      const going = own.length - asleep - firstContacts - count('overdue');
      return { engineId: row.engine_id, rules: rulesOf(row), going, asleep, firstContacts, given: 0 };
    }),
  );
}
