import type { ListQuery } from '@switchyard/contracts/entity';
import type { DeliveryState } from '@switchyard/contracts/webhooks/states';
import { and, asc, desc, eq, getTableColumns, gte, or, type SQL, sql } from 'drizzle-orm';
import { type Actor, readTextsRefusal } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { pageOf } from '../../platform/database/page-of.ts';
import { containsText } from '../../platform/database/text-search.ts';
import { Refusal } from '../../platform/refusal.ts';
import { users } from '../accounts/accounts.schema.ts';
import {
  webhookAttempts as attempts,
  webhookDeliveries as deliveries,
  webhookEndpoints as endpoints,
  webhookEvents as events,
} from './webhooks.schema.ts';

type Paging = Pick<ListQuery, 'limit' | 'skip'>;

const selectEndpoints = (db: Db) =>
  db
    .select({ ...getTableColumns(endpoints), creator: users.name })
    .from(endpoints)
    .leftJoin(users, eq(users.id, endpoints.createdBy));
export type EndpointRow = Awaited<ReturnType<typeof selectEndpoints>>[number];

/** Newest first unless `by` says otherwise. */
export async function listEndpoints(
  db: Db,
  workspaceId: string,
  { limit, skip, order = 'desc' }: Paging & { order?: 'asc' | 'desc' },
) {
  const ofWorkspace = eq(endpoints.workspaceId, workspaceId);
  const by = order === 'asc' ? asc : desc;
  const rows = await selectEndpoints(db)
    .where(ofWorkspace)
    .orderBy(by(endpoints.createdAt), by(endpoints.id))
    .limit(limit)
    .offset(skip);
  return { rows, total: await db.$count(endpoints, ofWorkspace) };
}

/** @throws Refusal `NOT_FOUND` */
export async function findEndpoint(db: Db, workspaceId: string, id: string): Promise<EndpointRow> {
  const [row] = await selectEndpoints(db).where(and(eq(endpoints.workspaceId, workspaceId), eq(endpoints.id, id)));
  if (!row) throw new Refusal('NOT_FOUND');
  return row;
}

/** Like `findEndpoint`, and locks the row until the transaction ends. @throws Refusal `NOT_FOUND` */
export async function lockEndpoint(tx: Db, workspaceId: string, id: string): Promise<typeof endpoints.$inferSelect> {
  const [row] = await tx
    .select()
    .from(endpoints)
    .where(and(eq(endpoints.workspaceId, workspaceId), eq(endpoints.id, id)))
    .for('no key update');
  if (!row) throw new Refusal('NOT_FOUND');
  return row;
}

const selectDeliveries = (db: Db) =>
  db
    .select({ ...getTableColumns(deliveries), url: endpoints.url, type: events.type })
    .from(deliveries)
    .innerJoin(endpoints, eq(endpoints.id, deliveries.endpointId))
    .innerJoin(events, eq(events.id, deliveries.eventId));
export type DeliveryRow = Awaited<ReturnType<typeof selectDeliveries>>[number];

interface DeliveryFilter {
  webhookId?: string | undefined;
  state?: DeliveryState | undefined;
  type?: string | undefined;
  search?: string | undefined;
}

/** Maximum deliveries to search, because the searched content has no index. */
const MAX_SEARCHED = 10_000;

/** Newest first. */
export async function listDeliveries(
  db: Db,
  actor: Pick<Actor, 'workspaceId' | 'onBehalfOf'>,
  { limit, skip, webhookId, state, type, search }: Paging & DeliveryFilter,
) {
  const { workspaceId } = actor;
  const narrowed = and(
    eq(deliveries.workspaceId, workspaceId),
    webhookId === undefined ? undefined : eq(deliveries.endpointId, webhookId),
    state && eq(deliveries.state, state),
    type === undefined ? undefined : eq(events.type, type),
  );
  const matches = search === undefined ? narrowed : and(narrowed, await searchCondition(db, actor, narrowed, search));
  const rows = await selectDeliveries(db).where(matches).orderBy(desc(deliveries.position)).limit(limit).offset(skip);
  const matching = db
    .select({ id: deliveries.id })
    .from(deliveries)
    .innerJoin(endpoints, eq(endpoints.id, deliveries.endpointId))
    .innerJoin(events, eq(events.id, deliveries.eventId))
    .where(matches)
    .as('matching');
  return { rows, total: await db.$count(matching) };
}

/** Searches message contents only for actors who may read them. */
async function searchCondition(db: Db, actor: Pick<Actor, 'onBehalfOf'>, narrowed: SQL | undefined, search: string) {
  const [oldest] = await db
    .select({ position: deliveries.position })
    .from(deliveries)
    .innerJoin(events, eq(events.id, deliveries.eventId))
    .where(narrowed)
    .orderBy(desc(deliveries.position))
    .limit(1)
    .offset(MAX_SEARCHED - 1);
  const eventId = /^evt_([0-9a-f]{32})$/.exec(search)?.[1];
  return and(
    oldest && gte(deliveries.position, oldest.position),
    or(
      eventId === undefined ? undefined : eq(events.id, sql`${eventId}::uuid`),
      containsText(deliveries.subject, search),
      containsText(endpoints.url, search),
      readTextsRefusal(actor) === null ? containsText(sql`${events.data}::text`, search) : undefined,
    ),
  );
}

/** @throws Refusal `NOT_FOUND` */
export async function findDelivery(db: Db, workspaceId: string, id: string): Promise<DeliveryRow> {
  const [row] = await selectDeliveries(db).where(and(eq(deliveries.workspaceId, workspaceId), eq(deliveries.id, id)));
  if (!row) throw new Refusal('NOT_FOUND');
  return row;
}

export type EventRow = typeof events.$inferSelect;
export type AttemptRow = typeof attempts.$inferSelect;

/** The payload of a delivery and its attempts, newest first. @throws Refusal `NOT_FOUND` */
export async function listAttempts(db: Db, workspaceId: string, { id, limit, skip }: Paging & { id: string }) {
  const delivery = await findDelivery(db, workspaceId, id);
  const [event] = await db.select().from(events).where(eq(events.id, delivery.eventId));
  if (!event) throw new Refusal('NOT_FOUND');
  const ofDelivery = eq(attempts.deliveryId, id);
  const { rows, total } = await pageOf(
    db,
    attempts,
    ofDelivery,
    { limit, skip },
    desc(attempts.number),
    desc(attempts.id),
  );
  return { event, rows, total };
}
