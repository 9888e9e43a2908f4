import { randomUUID } from 'node:crypto';
import { type Text, text } from '@switchyard/contracts/text/text';
import { newId } from '../../../platform/database/columns.ts';
import { creditEntries, creditMonths } from '../../billing/billing.schema.ts';
import {
  audiences,
  campaignRecipients,
  campaigns,
  campaignTemplates,
  type Outcome,
} from '../../campaigns/campaigns.schema.ts';
import { messages } from '../../messages/messages.schema.ts';
import { type NewMessage, sentMessage } from './messages.ts';
import { contactNamed, MINUTES_A_DAY, minutesBefore, type Story } from './story.ts';

const TEMPLATES = {
  'Day before': 'Hi {first name|there}, a reminder of your appointment tomorrow. Reply C to change it.',
  'Running late': 'Hi {first name|there}, we’re running about 20 minutes late today. Sorry, and thank you for waiting.',
  'Crown is in': 'Good news, {first name|there}: your crown has arrived from the lab. When would you like it fitted?',
  Recall: 'Hi {first name|there}, your six-month check-up is due on {recall}. Reply with a day that suits you.',
  Instalment: 'Hi {first name|there}, {balance} of your treatment plan is open. Shall we spread it over three months?',
  'Thanks for registering': 'Welcome to Rose & Crown, {first name|there}! We’ll call you to book your first check-up.',
};
const RECALL = `${TEMPLATES.Recall} {unsubscribe}`;
const RENEWAL =
  'Hi {first name|there}, your Crown Plan renews next month for £16.50 a month. Your last visit: {last visit}. {unsubscribe}';
const FAILURE = text('whatsappSilent');

interface Recipient {
  name: string;
  /** Null while it waits. */
  outcome: Outcome | null;
  reason?: Text;
  /** 2: delivered, 3: read. */
  ack?: number;
}
const given = (names: string[], of: Omit<Recipient, 'name'>): Recipient[] => names.map((name) => ({ name, ...of }));

const RECALLED: Recipient[] = [
  ...given(['Amelia Clarke', 'Oliver Hughes', 'Zoë van den Berg', 'François Lefèvre', 'Emma Müller', 'نور الهاشمي'], {
    outcome: 'sent',
    ack: 3,
  }),
  ...given(['דניאל כהן', '佐藤 美咲', 'Priya Nair', 'Mateus Oliveira', 'Chidi Okafor', 'Nadia Rahman'], {
    outcome: 'sent',
    ack: 3,
  }),
  ...given(['Grace Bennett', 'Walter Finch', 'Hannah Reed', 'Leila Mansour', 'Inês Duarte', 'Aisha Bello'], {
    outcome: 'sent',
    ack: 3,
  }),
  ...given(['Ravi Menon', 'Sofia Lindqvist', 'Piotr Zieliński'], { outcome: 'sent', ack: 3 }),
  ...given(['Elif Kaya', 'Carlos Ibarra', 'Lucía Ibarra', 'Bronwen Lloyd'], { outcome: 'sent', ack: 2 }),
  ...given(['Yasmin Farouk'], { outcome: 'sent', ack: 1 }),
  ...given(['Kwame Mensah'], { outcome: 'failed', reason: FAILURE }),
  ...given(['Freya Olsen', 'Victor Hale'], { outcome: 'skipped', reason: text('readerUnwanted') }),
  ...given(['Joan Pike'], { outcome: 'skipped', reason: text('readerUnknown', { variables: '{recall}' }) }),
];
const RENEWED: Recipient[] = [
  ...given(['Amelia Clarke', 'Inês Duarte', 'Aisha Bello', 'Ravi Menon', 'Carlos Ibarra'], { outcome: 'sent', ack: 3 }),
  ...given(['Lucía Ibarra', 'Joan Pike', 'Hannah Reed', 'Sofia Lindqvist'], { outcome: 'sent', ack: 2 }),
  ...given(['Piotr Zieliński', 'Leila Mansour', 'Yasmin Farouk'], { outcome: 'failed', reason: FAILURE }),
  ...given(['Bronwen Lloyd'], { outcome: 'skipped', reason: text('readerUnknown', { variables: '{last visit}' }) }),
  ...given(['Mateus Oliveira', '佐藤 美咲', 'Priya Nair', 'نور الهاشمي'], { outcome: null }),
];

/** Creates two campaigns, one finished and one paused by a colleague, with audiences and templates. */
export async function createDemoCampaigns(story: Story, labelIds: ReadonlyMap<string, string>): Promise<void> {
  const { workspaceId, now } = story;
  const { db } = story.deps;
  const labelled = (label: string, without?: string) => ({
    from: { kind: 'labels' as const, labelIds: [labelIds.get(label) ?? ''] },
    withoutLabelIds: without ? [labelIds.get(without) ?? ''] : [],
    withoutAudienceIds: [],
    consentOnly: true,
    atMost: null,
  });
  const everybody = { ...labelled('Plan member'), from: { kind: 'all' as const } };
  await db
    .insert(campaignTemplates)
    .values(Object.entries(TEMPLATES).map(([name, text]) => ({ workspaceId, name, text })));
  await db.insert(audiences).values([
    { workspaceId, name: 'Everyone who agreed', definition: everybody },
    { workspaceId, name: 'Plan members', definition: labelled('Plan member') },
    { workspaceId, name: 'Recall due, without children', definition: labelled('Recall due', 'Child') },
  ]);
  await createDemoCampaign(
    story,
    { name: 'Six-month recall', text: RECALL, audience: everybody, recipients: RECALLED },
    12 * MINUTES_A_DAY,
  );
  await createDemoCampaign(
    story,
    { name: 'Plan renewal', text: RENEWAL, audience: labelled('Plan member'), recipients: RENEWED, isPaused: true },
    26 * 60,
  );
  await db.insert(creditEntries).values(
    [3, 5, 9].map((days) => ({
      workspaceId,
      userId: story.actor.userId,
      kind: 'ai',
      credits: 8 * days,
      subject: 'Assistant',
      details: {},
      createdAt: minutesBefore(now, days * MINUTES_A_DAY),
    })),
  );
  await addUpCredits(story);
}

interface DemoCampaign {
  name: string;
  text: string;
  audience: (typeof campaigns.$inferInsert)['audience'];
  recipients: Recipient[];
  isPaused?: boolean;
}

async function createDemoCampaign(
  story: Story,
  { name, text, audience, recipients, isPaused = false }: DemoCampaign,
  minutesAgo: number,
) {
  const { workspaceId, engineId, now, actor } = story;
  const { db } = story.deps;
  const startAt = minutesBefore(now, minutesAgo);
  const id = newId();
  const over = minutesBefore(now, minutesAgo - recipients.length);
  await db.insert(campaigns).values({
    id,
    workspaceId,
    createdBy: actor.userId,
    name,
    audience,
    variants: [text],
    engineIds: [engineId],
    startAt,
    perMinute: 2,
    state: isPaused ? 'paused' : 'completed',
    launchKey: randomUUID(),
    isExpanded: true,
    finishedAt: isPaused ? null : over,
    judgedFrom: now,
    createdAt: startAt,
    updatedAt: over,
  });
  const sent: NewMessage[] = [];
  const rows = recipients.map(({ name: who, outcome, reason = null, ack = 0 }, at) => {
    const contact = contactNamed(story, who);
    const recipientId = newId();
    const outcomeAt = minutesBefore(now, minutesAgo - at);
    const isTried = outcome === 'sent' || outcome === 'failed';
    const message = isTried
      ? sentMessage(story, {
          id: newId(),
          to: contact,
          text: fillVariables(text, contact),
          at: outcomeAt,
          ack,
          origin: 'campaign',
          campaignId: id,
          campaignRecipientId: recipientId,
          sendFailureReason: outcome === 'failed' ? reason : null,
        })
      : null;
    if (message) sent.push(message);
    return {
      id: recipientId,
      workspaceId,
      campaignId: id,
      contactId: contact.id,
      mobile: contact.mobile,
      name: contact.name,
      variables: { ...contact.fields, 'first name': contact.firstName, name: contact.name },
      variant: 0,
      dueAt: outcome === null ? startAt : outcomeAt,
      outcome,
      outcomeAt: outcome === null ? null : outcomeAt,
      reason: outcome === 'sent' ? null : reason,
      messageId: message?.id ?? null,
      engineId: isTried ? engineId : null,
      ack,
    };
  });
  await db.insert(messages).values(sent);
  await db.insert(campaignRecipients).values(rows);
  await db.insert(creditEntries).values({
    workspaceId,
    userId: actor.userId,
    kind: 'campaign',
    credits: recipients.filter(({ outcome }) => outcome !== 'skipped').length,
    subject: name,
    details: { campaignId: id },
    createdAt: startAt,
  });
}

const fillVariables = (
  text: string,
  { firstName, name, fields }: { firstName: string; name: string; fields: Record<string, string> },
) =>
  text
    .replace('{first name|there}', firstName || name)
    .replace('{recall}', fields.recall ?? '1 December')
    .replace('{last visit}', fields['last visit'] ?? '')
    .replace(' {unsubscribe}', '');

/** Updates the ledger's months to the sums of their entries. */
async function addUpCredits({ deps: { db }, workspaceId }: Story): Promise<void> {
  const spent = new Map<string, number>();
  for (const { createdAt, credits } of await db.select().from(creditEntries)) {
    const month = createdAt.toISOString().slice(0, 7);
    spent.set(month, (spent.get(month) ?? 0) + credits);
  }
  await db.insert(creditMonths).values([...spent].map(([month, sum]) => ({ workspaceId, month, spent: sum })));
}
