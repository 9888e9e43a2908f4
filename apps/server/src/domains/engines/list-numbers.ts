import { driverFacts } from '@switchyard/contracts/engine/driver-capabilities';
import { type NumberRating, numberRating, type WhatsappNumber } from '@switchyard/contracts/engines/numbers';
import { inArray } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { users } from '../accounts/accounts.schema.ts';
import { requestFromEngine } from './engine-commands.ts';
import { presenceOf } from './engine-presence.ts';
import { engineState } from './engine-state.ts';
import { type EngineRow, listEngines } from './engines.queries.ts';
import { NO_LANE, readLanes } from './lane-facts.ts';

/** Meta is queried while the page waits; a rating that takes longer is unknown. */
const RATING_TIMEOUT_MS = 4_000;

/** The WhatsApp numbers of a workspace, ordered by number, each with its engine. */
export async function listNumbers(
  platform: Platform,
  workspaceId: string,
  page: { limit: number; skip: number },
): Promise<{ data: WhatsappNumber[]; total: number }> {
  const { db } = platform.database;
  const { rows, total } = await listEngines(db, workspaceId, { ...page, isLinked: true });
  const [lanes, names] = await Promise.all([
    readLanes(
      db,
      rows.map((row) => row.id),
    ),
    namesOf(
      db,
      rows.map((row) => row.ownerId),
    ),
  ]);
  const data = rows.map(async (row): Promise<WhatsappNumber> => {
    const { status } = engineState(row, presenceOf(platform, row.id));
    const isRated = driverFacts(row.driver).rating;
    const { pacing } = lanes.get(row.id) ?? NO_LANE;
    return {
      _id: row.id,
      phoneNumber: row.phoneNumber ?? '',
      engineName: row.name,
      driver: row.driver,
      status,
      member: { _id: row.ownerId, fullName: names.get(row.ownerId) ?? '' },
      isDefault: row.isDefault,
      limits: pacing,
      isRated,
      rating: isRated && status === 'connected' ? await requestRating(platform, row) : null,
    };
  });
  return { data: await Promise.all(data), total };
}

async function requestRating({ broker }: Platform, { id }: EngineRow): Promise<NumberRating | null> {
  const answer = await requestFromEngine(broker, id, { name: 'rating' }, RATING_TIMEOUT_MS);
  return answer.kind === 'done' ? (numberRating.safeParse(answer.data).data ?? null) : null;
}

async function namesOf(db: Db, userIds: string[]): Promise<Map<string, string>> {
  const found = await db.select({ id: users.id, name: users.name }).from(users).where(inArray(users.id, userIds));
  return new Map(found.map(({ id, name }) => [id, name]));
}
