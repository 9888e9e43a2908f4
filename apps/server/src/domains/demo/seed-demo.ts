import { sql } from 'drizzle-orm';
import { newId } from '../../platform/database/columns.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { createAccount, DEMO_ACCOUNTS, DEMO_PASSWORD, hasAnyAccount, hashLoginPassword } from '../accounts/index.ts';
import { ensureContacts } from '../contacts/index.ts';
import { engineLanes, engineRecipients, engines } from '../engines/engines.schema.ts';
import { messages } from '../messages/messages.schema.ts';
import { ensureFirstWorkspace } from '../workspaces/index.ts';
import { DEMO_CONTACTS } from './demo-contacts.ts';
import { demoMessages } from './demo-messages.ts';
import { createStory } from './story/create-story.ts';
import { createOtherWorkspaces } from './story/other-workspaces.ts';

const ZONE = 'Europe/London';
const COUNTRY = 'GB';
const WORKSPACES = { 'user@switchyard.local': 'Rose & Crown Dental', 'free@switchyard.local': 'Sam’s Bakery' } as const;
/** An arbitrary fixed number: one process seeds under this lock while others wait. */
const SEED_LOCK = 7_221_020;

/**
 * Fills an empty platform with the demo in one transaction: if killed halfway, the next start creates it. A platform
 * with any users is left untouched, so what a person deletes stays deleted.
 * @param secret if given, the practice gets its full story
 * @returns whether it created the demo
 */
export async function seedDemo(db: Db, now: Date, secret: Platform['secret'] | null = null): Promise<boolean> {
  if (await hasAnyAccount(db)) return false;
  const passwordHash = await hashLoginPassword(DEMO_PASSWORD);
  return db.transaction(async (transaction) => {
    await transaction.execute(sql`select pg_advisory_xact_lock(${SEED_LOCK})`);
    if (await hasAnyAccount(transaction)) return false;
    const accounts = new Map<string, { userId: string; workspaceId: string }>();
    for (const { email, name, role, plan } of DEMO_ACCOUNTS) {
      const userId = await createAccount(transaction, { email, name, role, passwordHash });
      const workspaceName =
        email in WORKSPACES ? WORKSPACES[email as keyof typeof WORKSPACES] : 'Switchyard operations';
      const workspace = { name: workspaceName, zone: ZONE, country: COUNTRY, plan };
      const { workspaceId } = await ensureFirstWorkspace(transaction, { id: userId, name }, workspace);
      accounts.set(email, { userId, workspaceId });
      if (plan !== 'pro') continue;
      const engineId = await seedMessaging(transaction, workspaceId, userId, now);
      const owner = { id: userId, email, name };
      if (secret) await createStory(transaction, secret, { workspaceId, engineId, owner, passwordHash, now });
    }
    if (secret) await createOtherWorkspaces(transaction, secret, { made: accounts, passwordHash, now });
    return true;
  });
}

/** Creates contacts, an engine on the simulated WhatsApp, and messages in every status. @returns the engine's id */
async function seedMessaging(db: Db, workspaceId: string, ownerId: string, now: Date): Promise<string> {
  await ensureContacts(db, workspaceId, DEMO_CONTACTS);
  const engineId = newId();
  await db.insert(engines).values({
    id: engineId,
    workspaceId,
    ownerId,
    name: 'Main line',
    engineType: 'session-pod',
    gatewayType: 'wa-js-gcp',
    driver: 'simulator',
    k8sNamespace: 'switchyard-gateways',
    desired: 'running',
    phoneNumber: '+447700900001',
  });
  await db.insert(engineLanes).values({ engineId });
  const rows = demoMessages({ workspaceId, engineId, createdBy: ownerId }, ZONE, now);
  await db.insert(messages).values(rows);
  // Rows are in due order; reversed, the first message to each recipient overwrites later ones.
  const reached = new Map(
    rows.toReversed().flatMap((row) => (row.sentAt ? [[row.recipient, row.sentAt] as const] : [])),
  );
  await db
    .insert(engineRecipients)
    .values([...reached].map(([recipient, firstSentAt]) => ({ engineId, recipient, firstSentAt })));
  return engineId;
}
