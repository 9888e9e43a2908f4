import type { Cells } from '@switchyard/contracts/boards/columns';
import { createMessage } from '@switchyard/contracts/messages/new-message';
import { and, eq } from 'drizzle-orm';
import { perform } from '../../../platform/perform.ts';
import { boards } from '../../boards/boards.schema.ts';
import { findLayout, insertItem, lockBoard, withDefaults } from '../../boards/index.ts';
import { botSessions } from '../../bots/bots.schema.ts';
import { campaigns } from '../../campaigns/campaigns.schema.ts';
import { resumeCampaign, retryFailed } from '../../campaigns/index.ts';
import { conversations } from '../../inbox/inbox.schema.ts';
import { assignConversation, publishPresence, reply } from '../../inbox/index.ts';
import { scheduleMessage } from '../../messages/index.ts';
import { MAIN_LINE, type Stage } from './stage.ts';

interface Beat {
  /** From the beginning. */
  atSeconds: number;
  name: string;
  act: (stage: Stage) => Promise<void>;
}

/** Ivy's: what she writes to them lands with nobody else. */
const REMINDED = ['Aisha Bello', 'Ravi Menon'];
const LEAD = { Name: 'Harriet Lowe', Phone: '+447700900449', Treatment: 'Check-up' };
const DAY_MS = 24 * 3_600_000;

function mobileOf({ mobiles }: Stage, name: string): string {
  const mobile = mobiles.get(name);
  if (!mobile) throw new Error(`${name} is not in the address book any more`);
  return mobile;
}

const writes = async (stage: Stage, name: string, text: string): Promise<void> => {
  await stage.phones.send(mobileOf(stage, name), MAIN_LINE, { kind: 'text', text });
};

/** Answers a bot that waits at this step for this contact; else says nothing. */
async function answers(stage: Stage, name: string, nodeId: string, text: string): Promise<void> {
  const { db } = stage.platform.database;
  const waits = and(
    eq(botSessions.engineId, stage.engineId),
    eq(botSessions.chat, mobileOf(stage, name)),
    eq(botSessions.status, 'waiting'),
    eq(botSessions.nodeId, nodeId),
  );
  if ((await db.$count(botSessions, waits)) > 0) await writes(stage, name, text);
}

async function conversationWith(stage: Stage, name: string) {
  const theirs = and(eq(conversations.engineId, stage.engineId), eq(conversations.chat, mobileOf(stage, name)));
  const [found] = await stage.platform.database.db.select().from(conversations).where(theirs);
  if (!found) throw new Error(`there is no conversation with ${name}`);
  return found;
}

async function campaignGoesOn({ platform, workspaceId, ivy }: Stage): Promise<void> {
  const named = and(eq(campaigns.workspaceId, workspaceId), eq(campaigns.name, 'Plan renewal'));
  const [campaign] = await platform.database.db.select().from(campaigns).where(named);
  if (!campaign) return;
  if (campaign.state === 'paused') await perform(platform, resumeCampaign, ivy, { id: campaign.id });
  await perform(platform, retryFailed, ivy, { id: campaign.id });
}

/** As an answer to the practice's public form is stored. */
async function leadArrives({ platform, workspaceId }: Stage): Promise<void> {
  const { db } = platform.database;
  const named = and(eq(boards.workspaceId, workspaceId), eq(boards.name, 'Leads'));
  const [board] = await db.select({ id: boards.id }).from(boards).where(named);
  if (!board) return;
  const events = await db.transaction(async (tx) => {
    await lockBoard(tx, workspaceId, board.id);
    const { columns, groups } = await findLayout(tx, board.id);
    const groupId = groups[0]?.id;
    if (!groupId) return [];
    const idOf = new Map(columns.map(({ name, id }) => [name, id]));
    const cells: Cells = {};
    for (const [name, value] of Object.entries(LEAD)) {
      const id = idOf.get(name);
      if (id) cells[id] = value;
    }
    const item = { boardId: board.id, groupId, columns, cells: withDefaults(columns, cells), beforeId: null };
    return (await insertItem(tx, { workspaceId, userId: null }, { ...item, via: 'form' })).events;
  });
  platform.events.dispatch(events);
}

const soon = (): string =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' }).format(new Date(Date.now() + 5 * DAY_MS));

/**
 * Five minutes of a practice at work. Customers write from their simulated phones, Ivy and Tom act as anybody does; none
 * of it lands with the owner. What no longer applies is left out.
 */
const BEATS: readonly Beat[] = [
  { atSeconds: 0, name: 'Mateus gives a day', act: (stage) => answers(stage, 'Mateus Oliveira', 'day', soon()) },
  {
    atSeconds: 10,
    name: 'Ivy writes to two phones that are off',
    async act(stage) {
      for (const name of REMINDED) {
        const mobile = mobileOf(stage, name);
        await stage.phones.setOffline(mobile, true);
        const message = 'See you next week. Please come ten minutes early to sign the new forms.';
        const payload = createMessage.parse({ message, contactName: name, contactList: [{ name, mobile }] });
        await perform(stage.platform, scheduleMessage, stage.ivy, { ...payload, engineId: stage.engineId });
      }
    },
  },
  {
    atSeconds: 30,
    name: 'the two phones come on',
    async act(stage) {
      for (const name of REMINDED) await stage.phones.setOffline(mobileOf(stage, name), false);
    },
  },
  { atSeconds: 60, name: 'Ivy has the campaign go on, and tries again who failed', act: campaignGoesOn },
  { atSeconds: 100, name: 'Mateus gives a time', act: (stage) => answers(stage, 'Mateus Oliveira', 'time', 'Morning') },
  {
    atSeconds: 115,
    name: 'Ivy gives Mateus to Tom',
    async act(stage) {
      const { id, version, status, assigneeId } = await conversationWith(stage, 'Mateus Oliveira');
      if (status !== 'open' || assigneeId !== null) return;
      await perform(stage.platform, assignConversation, stage.ivy, { id, version, userId: stage.tom.userId });
    },
  },
  { atSeconds: 140, name: 'Elif is helped', act: (stage) => answers(stage, 'Elif Kaya', 'helped', 'Yes') },
  {
    atSeconds: 170,
    name: 'Inês answers the campaign',
    act: (stage) => writes(stage, 'Inês Duarte', 'Yes please, I’d like to keep the plan 👍'),
  },
  {
    atSeconds: 210,
    name: 'Tom types',
    async act(stage) {
      const { id } = await conversationWith(stage, 'Inês Duarte');
      await perform(stage.platform, publishPresence, stage.tom, { id, doing: 'typing' });
    },
  },
  {
    atSeconds: 218,
    name: 'Tom answers',
    async act(stage) {
      const { id } = await conversationWith(stage, 'Inês Duarte');
      const message = 'Wonderful, Inês. It renews by itself, nothing to do for you.';
      await perform(stage.platform, reply, stage.tom, { id, message, seenUpTo: null, sendAnyway: true });
    },
  },
  { atSeconds: 250, name: 'a form answer becomes a lead', act: leadArrives },
];

/**
 * Plays the beats, one after another.
 * @param wait until the next one; rejects when it is to end
 */
export async function play(stage: Stage, wait: (ms: number) => Promise<unknown>): Promise<void> {
  let at = 0;
  for (const { atSeconds, name, act } of BEATS) {
    await wait((atSeconds - at) * 1_000);
    at = atSeconds;
    await act(stage).catch((error: unknown) =>
      stage.platform.log.debug({ err: error, beat: name }, 'a beat of the demo was left out'),
    );
  }
}
