import type { NetworkScope } from '@switchyard/whatsapp-simulator';
import { isNotNull } from 'drizzle-orm';
import { type Actor, actsAsAdmin, readTextsRefusal } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { authorize } from '../../platform/refusal.ts';
import { engines } from '../engines/engines.schema.ts';

/**
 * The part of the simulated network, including its messages, that an actor may see and control, by the numbers linked
 * to engines. Null for everything, for a platform admin.
 * @throws Refusal `SUPPORT_NO_TEXTS`
 */
export async function networkScopeOf({ database: { db } }: Platform, actor: Actor): Promise<NetworkScope | null> {
  if (actsAsAdmin(actor)) return null;
  authorize(readTextsRefusal(actor));
  const linked = await db
    .selectDistinct({ number: engines.phoneNumber, workspaceId: engines.workspaceId })
    .from(engines)
    .where(isNotNull(engines.phoneNumber));
  const numbersOf = (isOwn: boolean) =>
    linked.flatMap(({ number, workspaceId }) =>
      number !== null && (workspaceId === actor.workspaceId) === isOwn ? [number] : [],
    );
  const own = numbersOf(true);
  return { own, others: numbersOf(false).filter((number) => !own.includes(number)) };
}
