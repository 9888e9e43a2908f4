import type { NetworkScope } from '@switchyard/whatsapp-simulator';
import { isNotNull } from 'drizzle-orm';
import { type Actor, actsAsAdmin, readTextsRefusal } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { authorize } from '../../platform/refusal.ts';
import { engines } from '../engines/engines.schema.ts';

/**
 * What of the simulated network, which shows what was written, an actor may see and play: by the numbers that engines
 * are linked to. Null: everything, for an admin of the platform.
 * @throws `SUPPORT_NO_TEXTS`
 */
export async function sightOf({ database: { db } }: Platform, actor: Actor): Promise<NetworkScope | null> {
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
