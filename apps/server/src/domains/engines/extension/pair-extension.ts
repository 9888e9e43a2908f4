import { EXTENSION_LEASE_MS } from '@switchyard/contracts/engine/constants';
import { EXTENSION_DRIVER } from '@switchyard/contracts/engine/driver-capabilities';
import type { PairAnswer } from '@switchyard/contracts/engine/extension';
import { and, eq, gt, sql } from 'drizzle-orm';
import { namespaceOfEngines } from '../../../platform/config/config.ts';
import type { DomainEvent } from '../../../platform/events.ts';
import type { Platform } from '../../../platform/platform.ts';
import { invalid } from '../../../platform/refusal.ts';
import { users } from '../../accounts/accounts.schema.ts';
import { writeAudit } from '../../audit/index.ts';
import { workspaceMembers, workspaces } from '../../workspaces/workspaces.schema.ts';
import { paceOf } from '../drivers.ts';
import { issueEngineToken } from '../engine-token.ts';
import { enginesStale } from '../engines.events.ts';
import { IN_BROWSER } from '../engines.policy.ts';
import { engineLanes, engines, extensionCodes } from '../engines.schema.ts';
import { recordSessionEvents } from '../record-session-events.ts';
import { keepSendingEngine } from '../set-default-engine.ts';
import { hashOf } from './extension-code.ts';

/**
 * Exchanges a code for the token of the person's engine, which is created with their first browser; further browsers
 * work the same lane, one at a time. The code is used up even if pairing fails.
 * @throws Refusal `INVALID` if the code is unknown, used or expired, or its person has left
 */
export async function pairExtension(
  { database, secret, config }: Pick<Platform, 'database' | 'secret' | 'config'>,
  code: string,
): Promise<{ answer: PairAnswer; events: DomainEvent[] }> {
  return database.db.transaction(async (tx) => {
    const [pairingCode] = await tx
      .delete(extensionCodes)
      .where(and(eq(extensionCodes.hash, hashOf(code)), gt(extensionCodes.expiresAt, sql`now()`)))
      .returning();
    if (!pairingCode)
      throw invalid([{ field: 'code', message: 'This pairing code isn’t valid any more. Create a new one.' }]);
    const { workspaceId, userId } = pairingCode;
    // Locked, so that two browsers paired at once share one engine.
    const [member] = await tx
      .select({ workspaceName: workspaces.name, fullName: users.name, email: users.email })
      .from(workspaces)
      .innerJoin(
        workspaceMembers,
        and(eq(workspaceMembers.organizationId, workspaces.id), eq(workspaceMembers.userId, userId)),
      )
      .innerJoin(users, eq(users.id, workspaceMembers.userId))
      .where(eq(workspaces.id, workspaceId))
      .for('update', { of: workspaces });
    if (!member)
      throw invalid([{ field: 'code', message: 'The person who created this code has left the workspace.' }]);
    const [present] = await tx
      .select({ id: engines.id, tokenVersion: engines.tokenVersion })
      .from(engines)
      .where(and(eq(engines.workspaceId, workspaceId), eq(engines.ownerId, userId), eq(engines.engineType, IN_BROWSER)))
      .limit(1);
    const { workspaceName, fullName, email } = member;
    const by = { userId, fullName, workspaceId, email, onBehalfOf: null };
    if (!present) await keepSendingEngine(tx, workspaceId);
    const engine = present ?? (await insertEngine());
    await writeAudit(tx, by, { action: 'engine.pair', subject: engine.id });
    const token = issueEngineToken(secret, { engineId: engine.id, tokenVersion: engine.tokenVersion });
    return {
      answer: { engineId: engine.id, token, workspaceName, person: { fullName, email } },
      events: [enginesStale(workspaceId, engine.id)],
    };

    async function insertEngine(): Promise<{ id: string; tokenVersion: number }> {
      const [row] = await tx
        .insert(engines)
        .values({
          workspaceId,
          ownerId: userId,
          name: 'WhatsApp Web',
          engineType: IN_BROWSER,
          gatewayType: IN_BROWSER,
          driver: EXTENSION_DRIVER,
          status: 'disconnected',
          k8sNamespace: namespaceOfEngines(config),
          desired: 'running',
        })
        .returning({ id: engines.id, tokenVersion: engines.tokenVersion, workspaceId: engines.workspaceId });
      if (!row) throw new Error('the engine was not stored');
      // To WhatsApp it looks like the browser of an engine pod.
      const pace = paceOf('wa-js', undefined);
      await tx.insert(engineLanes).values({ engineId: row.id, leaseMs: EXTENSION_LEASE_MS, ...pace });
      const step = { event: 'session_created', state: 'disconnected', trigger: 'user' };
      await recordSessionEvents(tx, { ...row, engineType: IN_BROWSER, podName: null }, [step]);
      return row;
    }
  });
}
