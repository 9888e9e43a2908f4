import { CURRENCY, PLANS } from '@switchyard/contracts/billing/plans';
import type { BotFlow } from '@switchyard/contracts/bots/flow';
import { text } from '@switchyard/contracts/text/text';
import { eq } from 'drizzle-orm';
import type { Actor } from '../../../platform/actor.ts';
import { newId } from '../../../platform/database/columns.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { createAccount } from '../../accounts/index.ts';
import { supportGrants } from '../../accounts/support.schema.ts';
import { auditEntries } from '../../audit/audit.schema.ts';
import { invoices, planChanges, subscriptions } from '../../billing/billing.schema.ts';
import { createBot } from '../../bots/index.ts';
import { ensureContacts } from '../../contacts/index.ts';
import { engineLanes, engines } from '../../engines/engines.schema.ts';
import { addEntry, createBase } from '../../knowledge/index.ts';
import { messages } from '../../messages/messages.schema.ts';
import { ensureFirstWorkspace } from '../../workspaces/index.ts';
import { workspaces } from '../../workspaces/workspaces.schema.ts';
import { layOutSteps } from './bot-flows.ts';
import { type BotPlace, createDemoBot, type DemoSession } from './bots.ts';
import { sentMessage } from './messages.ts';
import { MINUTES_A_DAY, minutesBefore } from './story.ts';

interface DemoAccounts {
  /** The demo's standard accounts, by email address. */
  made: ReadonlyMap<string, { userId: string; workspaceId: string }>;
  passwordHash: string;
  now: Date;
}
type OtherWorkspace = Omit<BotPlace, 'engineId' | 'contacts'>;

const ownerIn = (workspaceId: string, userId: string, email: string, fullName: string): Actor => ({
  userId,
  email,
  fullName,
  role: 'user',
  workspaceId,
  workspaceRole: 'owner',
  onBehalfOf: null,
});

/**
 * Creates other workspaces for the platform administrator to manage: a bakery whose trial has ended, and a bicycle shop
 * with engine problems.
 */
export async function createOtherWorkspaces(
  db: Db,
  secret: Platform['secret'],
  { made, passwordHash, now }: DemoAccounts,
): Promise<void> {
  const deps = { db, secret, clock: { now: () => now } };
  const sam = made.get('free@switchyard.local');
  const alex = made.get('admin@switchyard.local');
  if (!sam || !alex) throw new Error('a demo account is missing');
  const samActs = ownerIn(sam.workspaceId, sam.userId, 'free@switchyard.local', 'Sam Free');
  await createBakery({ deps, actor: samActs, workspaceId: sam.workspaceId, now });

  const jo = { email: 'jo@switchyard.local', name: 'Jo Puddle' };
  const userId = await createAccount(db, { ...jo, role: 'user', passwordHash });
  const workspace = { name: CYCLES, zone: 'Europe/London', country: 'GB' };
  const { workspaceId } = await ensureFirstWorkspace(db, { id: userId, name: jo.name }, workspace);
  await createBicycleShop({ deps, actor: ownerIn(workspaceId, userId, jo.email, jo.name), workspaceId, now });
  const lookedAt = minutesBefore(now, 70);
  await db.insert(supportGrants).values({
    ...{ adminId: alex.userId, userId, workspaceId, reason: 'Jo asked why the second number is offline' },
    createdAt: lookedAt,
    endsAt: minutesBefore(now, 40),
  });
  // Seeding is not a person's action, so the rest is not audited.
  await db.delete(auditEntries).where(eq(auditEntries.workspaceId, workspaceId));
  await db.delete(auditEntries).where(eq(auditEntries.workspaceId, sam.workspaceId));
}

const TRIAL_DAYS = 14;
const TRIAL_ENDED_DAYS_AGO = 5;
const BAKERY_CONTACTS = [
  'Beth Crumb',
  'Luca Forno',
  'Mina Patel',
  'Owen Rye',
  'Petra Novotná',
  'Quentin Blake',
  'Ruth Baker',
  'Samira Aziz',
  'Tobias Stollen',
];
const BAKERY_MESSAGES = [
  'Your sourdough is ready from 8:00.',
  'The birthday cake is boxed. See you at 15:00!',
  'We close at 13:00 on Saturday. Shall we keep your rolls?',
  'Your gluten-free loaf comes out of the oven at 9:30.',
  'Stollen is back. Shall we put two aside?',
  'Thank you for your order. It’s £14.50.',
];

async function createBakery(place: OtherWorkspace): Promise<void> {
  const { deps, actor, workspaceId, now } = place;
  const { db } = deps;
  const endedAt = minutesBefore(now, TRIAL_ENDED_DAYS_AGO * MINUTES_A_DAY);
  const triedAt = minutesBefore(now, (TRIAL_ENDED_DAYS_AGO + TRIAL_DAYS) * MINUTES_A_DAY);
  await db.insert(subscriptions).values({ workspaceId, triedAt, updatedAt: endedAt });
  await db.insert(planChanges).values([
    { ...{ workspaceId, userName: 'sign-up', fromPlan: 'free', toPlan: 'pro' }, createdAt: triedAt },
    { ...{ workspaceId, userName: 'trial', fromPlan: 'pro', toPlan: 'free' }, createdAt: endedAt },
  ]);
  const people = BAKERY_CONTACTS.map((name, at) => ({ name, mobile: `+15550000${100 + at}`, zone: 'Europe/London' }));
  await ensureContacts(db, workspaceId, people);
  await db.insert(messages).values(
    BAKERY_MESSAGES.map((body, at) => {
      const to = people[at] ?? { name: '', mobile: '' };
      const dueAt = minutesBefore(now, (at + 1) * 5 * 60);
      return {
        ...sentMessage({ workspaceId, engineId: null }, { id: newId(), to, text: body, at: dueAt, ack: 0 }),
        ...{ status: 'pending' as const, attempt: 0, createdBy: actor.userId, createdAt: endedAt, updatedAt: endedAt },
      };
    }),
  );
  const about = { name: 'Cake orders', description: 'Asks for the size, the date and the words on the cake.' };
  await createBot(deps, actor, { ...about, template: 'lead' });
  const { result: base } = await createBase(deps, actor, { name: 'Allergens' });
  for (const [title, answer] of [
    ['Which loaves have no nuts?', 'White, rye and sourdough. All are baked in a kitchen that also uses nuts.'],
    ['Is anything gluten-free?', 'The buckwheat loaf, on Tuesdays and Fridays, by order.'],
  ] as const) {
    await addEntry(deps, actor, { id: base.id, kind: 'answer', title, text: answer });
  }
}

const CYCLES = 'Puddle & Spoke Cycles';
const CUSTOMERS = [
  'Ada Wheel',
  'Bruno Kette',
  'Clara Sattel',
  'Dev Spokes',
  'Eve Pedal',
  'Finn Gear',
  'Gita Brake',
  'Hal Tyre',
];
/** The second number was unlinked then, and received nothing afterwards. */
const UNLINKED_MINUTES_AGO = 80;

async function createBicycleShop(place: OtherWorkspace): Promise<void> {
  const { deps, actor, workspaceId, now } = place;
  const { db } = deps;
  await db.update(workspaces).set({ plan: 'business' }).where(eq(workspaces.id, workspaceId));
  await createPaidPlan(place);
  const unlinkedAt = minutesBefore(now, UNLINKED_MINUTES_AGO);
  const none = { detail: null, exitCode: null, endedAt: null };
  const engineIds = [newId(), newId(), newId()] as const;
  const shared = {
    ...{ workspaceId, ownerId: actor.userId, engineType: 'session-pod', gatewayType: 'wa-js-gcp' },
    ...{ k8sNamespace: 'switchyard-gateways', desired: 'absent', createdAt: minutesBefore(now, 62 * MINUTES_A_DAY) },
  };
  await db.insert(engines).values([
    {
      ...shared,
      ...{ id: engineIds[0], name: 'Workshop', driver: 'simulator', status: 'disconnected' },
      ...{ phoneNumber: '+447700900480', updatedAt: minutesBefore(now, 9 * MINUTES_A_DAY) },
    },
    {
      ...shared,
      ...{ id: engineIds[1], name: 'Rentals', driver: 'wa-js', status: 'unpaired', updatedAt: unlinkedAt },
      trouble: { ...none, cause: 'logged-out' as const, endedAt: unlinkedAt.toISOString() },
    },
    {
      ...shared,
      ...{ id: engineIds[2], name: 'Online shop', driver: 'cloud-api', status: 'error', updatedAt: unlinkedAt },
      trouble: { ...none, cause: 'said' as const, detail: 'The access token has expired.' },
    },
  ]);
  await db.insert(engineLanes).values(engineIds.map((engineId) => ({ engineId })));
  const people = CUSTOMERS.map((name, at) => ({ name, mobile: `+4477009004${81 + at}`, zone: 'Europe/London' }));
  const contacts = new Map(
    [...(await ensureContacts(db, workspaceId, people)).values()].map((contact) => [contact.name, contact]),
  );
  await createDemoBot(
    { ...place, engineId: engineIds[0], contacts },
    {
      name: 'Repair status',
      description: 'Finds the repair by its number and says how far it is.',
      flow: REPAIRS,
      sessions: sessionsOf({ recent: 18, older: 13, failed: 4 }, [['ticket', '4711'], ['found'], ['end']]),
    },
  );
  await createDemoBot(
    { ...place, engineId: engineIds[1], contacts },
    {
      name: 'Rental booking',
      description: 'Asks which bicycle and how long, and hands over.',
      flow: RENTALS,
      sessions: sessionsOf({ recent: 14, older: 11, failed: 3 }, [
        ['bicycle', 'City bike'],
        ['days', '2'],
        ['thanks'],
        ['end'],
      ]),
    },
  );
  const about = { name: 'Spring check', description: 'Offers a check-up before the season.' };
  await createBot(deps, actor, { ...about, template: 'blank', flow: REPAIRS });
}

/** Creates two paid months. */
async function createPaidPlan({ deps: { db }, actor, workspaceId, now }: OtherWorkspace): Promise<void> {
  const monthOf = (months: number) => {
    const at = new Date(now);
    at.setUTCMonth(at.getUTCMonth() + months);
    return at;
  };
  // Within the second month, whenever in a month the first start is.
  const anchoredAt = new Date(monthOf(-2).getTime() + 10 * MINUTES_A_DAY * 60_000);
  const monthAfter = (months: number) => {
    const at = new Date(anchoredAt);
    at.setUTCMonth(at.getUTCMonth() + months);
    return at;
  };
  await db.insert(subscriptions).values({
    ...{ workspaceId, anchoredAt, months: 2, periodEndsAt: monthAfter(2), updatedAt: monthAfter(1) },
    billTo: 'Puddle & Spoke Cycles\n12 Canal Side, London',
  });
  await db.insert(planChanges).values({
    ...{ workspaceId, userId: actor.userId, userName: actor.fullName, fromPlan: 'free', toPlan: 'business' },
    createdAt: anchoredAt,
  });
  await db.insert(invoices).values(
    [0, 1].map((month) => ({
      ...{ workspaceId, workspaceName: CYCLES, billTo: 'Puddle & Spoke Cycles\n12 Canal Side, London' },
      ...{ plan: 'business', months: 1, amountCents: PLANS.business.monthlyPriceCents, currency: CURRENCY },
      ...{ fromAt: monthAfter(month), untilAt: monthAfter(month + 1), createdAt: monthAfter(month) },
      ...{ paidAt: monthAfter(month), paidBy: 'Demo' },
    })),
  );
}

const MONTH_DAYS = 30;

/**
 * Conversations of the last 30 days and of the 30 before, all before the number was unlinked; the first few recent ones
 * failed at their first step.
 */
function sessionsOf(
  { recent, older, failed }: { recent: number; older: number; failed: number },
  steps: DemoSession['steps'],
): DemoSession[] {
  const spread = (count: number, fromDay: number) =>
    Array.from({ length: count }, (_, at) => fromDay * MINUTES_A_DAY + Math.floor((at * 28 * MINUTES_A_DAY) / count));
  return [...spread(recent, 1), ...spread(older, MONTH_DAYS + 1)].map(
    (minutesAgo, at): DemoSession => ({
      chat: CUSTOMERS[at % CUSTOMERS.length] ?? '',
      minutesAgo,
      ...(at < failed
        ? { status: 'failed' as const, steps: steps.slice(0, 1), reason: text('addressNoHost') }
        : { status: 'completed' as const, steps }),
    }),
  );
}

const REPAIRS: BotFlow = layOutSteps(
  [
    [
      { id: 'trigger', kind: 'trigger', on: 'keyword', keywords: ['repair', 'ready', 'status'] },
      { id: 'ticket', kind: 'ask', text: 'Which number is on your ticket?', answer: 'number', saveAs: 'ticket' },
      { id: 'found', kind: 'send', text: 'Repair {ticket} is on the stand. We write to you when it’s done.' },
      { id: 'end', kind: 'end' },
    ],
  ],
  [
    ['trigger', 'next', 'ticket'],
    ['ticket', 'answered', 'found'],
    ['ticket', 'timeout', 'end'],
    ['found', 'next', 'end'],
  ],
);

const RENTALS: BotFlow = layOutSteps(
  [
    [
      { id: 'trigger', kind: 'trigger', on: 'keyword', keywords: ['rent', 'rental', 'hire'] },
      {
        ...{ id: 'bicycle', kind: 'ask', text: 'Which bicycle?', answer: 'choice', saveAs: 'bicycle' },
        options: ['City bike', 'E-bike', 'Child’s bike'],
      },
      { id: 'days', kind: 'ask', text: 'For how many days?', answer: 'number', saveAs: 'days' },
      { id: 'thanks', kind: 'send', text: 'Noted: {bicycle} for {days} days. We confirm within the hour.' },
      { id: 'end', kind: 'end' },
    ],
  ],
  [
    ['trigger', 'next', 'bicycle'],
    ['bicycle', 'answered', 'days'],
    ['bicycle', 'timeout', 'end'],
    ['days', 'answered', 'thanks'],
    ['days', 'timeout', 'end'],
    ['thanks', 'next', 'end'],
  ],
);
