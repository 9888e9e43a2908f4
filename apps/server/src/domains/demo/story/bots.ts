import type { BotSessionStatus } from '@switchyard/contracts/bots/bot-events';
import type { BotFlow, BotNode } from '@switchyard/contracts/bots/flow';
import { type Text, text } from '@switchyard/contracts/text/text';
import { newId } from '../../../platform/database/columns.ts';
import { botLines, botSessions } from '../../bots/bots.schema.ts';
import { type BotEvent, createBot, deployBot, newState, recordAll } from '../../bots/index.ts';
import { BOOKING, hoursFlow } from './bot-flows.ts';
import { MINUTES_A_DAY, minutesBefore, type Story } from './story.ts';
import { STRANGER } from './threads.ts';

/** Where a bot is created: a workspace with an engine and contacts. */
export type BotPlace = Pick<Story, 'deps' | 'actor' | 'workspaceId' | 'engineId' | 'contacts' | 'now'>;

/** A bot's conversation: its outcome, its last step, and the steps and answers that led there. */
export interface DemoSession {
  chat: string;
  minutesAgo: number;
  status: BotSessionStatus;
  /** With the contact's answer if the step is a question. */
  steps: [node: string, answer?: string][];
  reason?: Text;
}

/** How long questions wait for an answer. */
const WAITS_MS = 7 * MINUTES_A_DAY * 60_000;

const EMERGENCY: DemoSession['steps'] = [['who', 'Me'], ['what', 'Emergency'], ['kind'], ['aid'], ['urgent'], ['slot']];
const booked = (what: string, time: string): DemoSession['steps'] => [
  ['who', 'Me'],
  ['what', what],
  ['kind'],
  ['day', '2 December'],
  ['time', time],
  ['summary'],
  ['booking'],
  ['times'],
];
const HELPED: DemoSession['steps'] = [['look'], ['helped', 'Yes'], ['satisfied'], ['end']];

const BOOKING_SESSIONS: DemoSession[] = [
  {
    chat: 'Mateus Oliveira',
    minutesAgo: 48,
    status: 'waiting',
    steps: [['who', 'Me'], ['what', 'Hygienist, £78'], ['kind'], ['day']],
  },
  { chat: 'Nadia Rahman', minutesAgo: 66, status: 'paused', steps: EMERGENCY, reason: 'Same-day slot' },
  {
    chat: 'Grace Bennett',
    minutesAgo: 2 * MINUTES_A_DAY,
    status: 'completed',
    steps: booked('Check-up, £62', 'Late afternoon'),
  },
  {
    chat: 'Walter Finch',
    minutesAgo: 3 * MINUTES_A_DAY,
    status: 'expired',
    steps: [['who', 'Me'], ['what'], ['silent'], ['end']],
  },
  {
    chat: 'Jonah Price',
    minutesAgo: 21 * MINUTES_A_DAY,
    status: 'ended',
    steps: [['who']],
    reason: text('readerUnwanted'),
  },
  {
    chat: 'Inês Duarte',
    minutesAgo: 16 * MINUTES_A_DAY,
    status: 'failed',
    steps: [['who', 'Me'], ['what', 'Hygienist, £78'], ['kind']],
    reason: text('addressNoHost'),
  },
  ...[
    'Amelia Clarke',
    'Oliver Hughes',
    'Emma Müller',
    'Ravi Menon',
    'Aisha Bello',
    'Piotr Zieliński',
    'Bronwen Lloyd',
    'Kwame Mensah',
    'Sofia Lindqvist',
    'Leila Mansour',
    'Yasmin Farouk',
    'Lucía Ibarra',
  ].map(
    (chat, at): DemoSession => ({
      chat,
      minutesAgo: (4 + at * 4) * MINUTES_A_DAY + at * 37,
      status: 'completed',
      steps:
        at % 4 === 3
          ? EMERGENCY
          : booked(at % 2 === 0 ? 'Hygienist, £78' : 'Check-up, £62', at % 3 === 0 ? 'Morning' : 'Midday'),
    }),
  ),
];
const HOURS_SESSIONS: DemoSession[] = [
  { chat: 'Elif Kaya', minutesAgo: 43, status: 'waiting', steps: [['look'], ['helped']] },
  {
    chat: STRANGER,
    minutesAgo: 34,
    status: 'paused',
    steps: [['look'], ['hours'], ['soon'], ['person']],
    reason: 'Unknown question',
  },
  {
    chat: 'Hannah Reed',
    minutesAgo: 25 * 60,
    status: 'ended',
    steps: [['look'], ['helped', 'No'], ['satisfied'], ['person']],
    reason: text('sessionOnPhone'),
  },
  ...[
    'Zoë van den Berg',
    'Carlos Ibarra',
    'Théo Girard',
    'Rosa Marchetti',
    'Noah Fischer',
    'Joan Pike',
    'Anneke Smit',
    'Marek Novák',
  ].map(
    (chat, at): DemoSession => ({
      chat,
      minutesAgo: (2 + at * 5) * MINUTES_A_DAY + at * 53,
      status: 'completed',
      steps: HELPED,
    }),
  ),
  ...['Emma Müller', 'Ravi Menon', 'Grace Bennett', 'Amelia Clarke', 'Chidi Okafor'].map(
    (chat, at): DemoSession => ({
      chat,
      minutesAgo: (33 + at * 5) * MINUTES_A_DAY + at * 41,
      status: 'completed',
      steps: HELPED,
    }),
  ),
];

/** Creates two bots that only answer the cast, with their past conversations. */
export async function createDemoBots(story: Story, knowledgeBaseId: string): Promise<void> {
  await createDemoBot(story, {
    name: 'Booking desk',
    description: 'Asks what, for whom and when, and hands over with all of it.',
    flow: BOOKING,
    sessions: BOOKING_SESSIONS,
  });
  await createDemoBot(story, {
    name: 'Hours and prices',
    description: 'Answers from the practice handbook, or fetches a colleague.',
    flow: hoursFlow(knowledgeBaseId),
    sessions: HOURS_SESSIONS,
  });
}

/** Creates a deployed bot with past conversations. */
export async function createDemoBot(
  story: BotPlace,
  { name, description, flow, sessions }: { name: string; description: string; flow: BotFlow; sessions: DemoSession[] },
): Promise<void> {
  const { deps, actor, engineId, contacts } = story;
  const { result: bot } = await createBot(deps, actor, { name, description, template: 'blank', flow });
  const settings = {
    engineIds: [engineId],
    contactRule: 'only' as const,
    numbers: [...contacts.values()].map(({ mobile }) => mobile),
    groups: 'off' as const,
    gatherSeconds: 3,
    resumeAfterHours: null,
  };
  const { result } = await deployBot(deps, actor, { id: bot.id, settings, running: 'stay' });
  const { id: deploymentId, versionId } = result.deployment;
  // Lists sort by id, so the oldest comes first.
  for (const session of sessions.toSorted((a, b) => b.minutesAgo - a.minutesAgo)) {
    await createSession(story, { botId: bot.id, deploymentId, versionId, flow }, session);
  }
}

async function createSession(
  story: BotPlace,
  bot: { botId: string; deploymentId: string; versionId: string; flow: BotFlow },
  { chat, minutesAgo, status, steps, reason }: DemoSession,
): Promise<void> {
  const { deps, workspaceId, engineId, now } = story;
  const { flow, ...ids } = bot;
  const contact = story.contacts.get(chat);
  const at = minutesBefore(now, minutesAgo);
  const id = newId();
  const nodes = steps.map(([node, answer]) => ({ node: nodeOf(flow, node), answer }));
  const vars = Object.fromEntries(
    nodes.flatMap(({ node, answer }) => (node.kind === 'ask' && answer ? [[node.saveAs, answer]] : [])),
  );
  const isPaused = status === 'paused';
  const waits = status === 'waiting' ? new Date(now.getTime() + WAITS_MS) : null;
  await deps.db.insert(botSessions).values({
    id,
    workspaceId,
    ...ids,
    engineId,
    chat: contact?.mobile ?? chat,
    contactName: contact?.name ?? chat,
    status,
    nodeId: nodes.at(-1)?.node.id ?? null,
    state: {
      ...newState(),
      vars,
      wait: isPaused ? { kind: 'person' } : waits && { kind: 'reply', until: waits.toISOString(), tries: 0 },
    },
    wakeAt: waits,
    step: steps.length,
    reason: reason ?? null,
    createdAt: at,
    updatedAt: at,
    endedAt: isPaused || waits ? null : at,
  });
  const lines = nodes.flatMap(({ node, answer }) => [
    ...('text' in node && node.kind !== 'aiExtract'
      ? [{ by: 'bot' as const, text: fillVariables(node.text, vars), nodeId: node.id }]
      : []),
    ...(answer ? [{ by: 'them' as const, text: answer, nodeId: node.id }] : []),
  ]);
  if (lines.length > 0) await deps.db.insert(botLines).values(lines.map((line) => ({ sessionId: id, ...line, at })));
  const session = { id, workspaceId, botId: bot.botId, isTest: false };
  await recordAll(deps.db, [{ session, botEvents: eventsOfSession(nodes, bot.botId, status), begun: true }], at);
}

const fillVariables = (text: string, vars: Record<string, string>): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => vars[name] ?? '');

function nodeOf({ nodes }: BotFlow, id: string): BotNode {
  const node = nodes.find((candidate) => candidate.id === id);
  if (!node) throw new Error(`the flow has no step ${id}`);
  return node;
}

const ENDINGS = {
  paused: 'session_paused',
  completed: 'session_completed',
  expired: 'session_expired',
  failed: 'session_failed',
  ended: 'session_ended',
} as const;

function eventsOfSession(
  nodes: { node: BotNode; answer: string | undefined }[],
  flowBotId: string,
  status: BotSessionStatus,
): BotEvent[] {
  const did = ({ node, answer }: (typeof nodes)[number]): BotEvent[] => {
    if (node.kind === 'ask') {
      const questionAsked: BotEvent = { event: 'question_asked', node };
      return answer ? [questionAsked, { event: 'answer_received', node }] : [questionAsked];
    }
    if (node.kind === 'send') return [{ event: 'message_sent', node }];
    if (node.kind === 'switch') return [{ event: 'case_chosen', node }];
    if (node.kind === 'condition') return [{ event: 'condition_evaluated', node }];
    if (node.kind === 'label') return [{ event: 'contact_labelled', node }];
    if (node.kind === 'handover') return [{ event: 'handed_over', node }];
    if (node.kind === 'knowledge')
      return [{ event: status === 'paused' ? 'knowledge_unknown' : 'knowledge_answered', node }];
    return [];
  };
  const ending = status in ENDINGS ? ENDINGS[status as keyof typeof ENDINGS] : null;
  return [
    { process: 'session_started' },
    ...nodes.flatMap((visit): BotEvent[] => [{ event: 'node_entered', node: visit.node, flowBotId }, ...did(visit)]),
    ...(ending ? [{ process: ending }] : []),
  ];
}
