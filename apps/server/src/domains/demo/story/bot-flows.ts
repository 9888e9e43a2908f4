import { type BotFlow, botFlow } from '@switchyard/contracts/bots/flow';

const COLUMN_PX = 300;
const ROW_PX = 170;
type Step = { id: string; kind: string } & Record<string, unknown>;

/** Lays out rows of steps from left to right; null leaves a gap. */
export function layOutSteps(rows: (Step | null)[][], edges: [from: string, outlet: string, to: string][]): BotFlow {
  const nodes = rows.flatMap((row, y) =>
    row.flatMap((step, x) => (step ? [{ x: x * COLUMN_PX, y: y * ROW_PX, ...step }] : [])),
  );
  return botFlow.parse({ format: 1, nodes, edges: edges.map(([from, outlet, to]) => ({ from, outlet, to })) });
}

const DAYS_S = 24 * 3600;
const WHO = ['Me', 'My child', 'Somebody else'];
const SERVICES = [
  'Check-up, £62',
  'Hygienist, £78',
  'Filling, from £140',
  'Crown, £690',
  'Whitening, £320',
  'Emergency',
];
const TIMES = ['Morning', 'Midday', 'Late afternoon'];

export const BOOKING = layOutSteps(
  [
    [
      {
        id: 'trigger',
        kind: 'trigger',
        on: 'keyword',
        keywords: ['appointment', 'book', 'reschedule', 'toothache'],
      },
      {
        id: 'who',
        kind: 'ask',
        name: 'Who is it for',
        text: 'Hello, this is the booking desk of Rose & Crown. Who is the appointment for?',
        answer: 'choice',
        options: WHO,
        saveAs: 'who',
      },
      {
        id: 'what',
        kind: 'ask',
        name: 'Service',
        text: 'What do you need?',
        answer: 'choice',
        options: SERVICES,
        saveAs: 'what',
      },
      {
        id: 'kind',
        kind: 'switch',
        name: 'Emergency?',
        expression: 'vars.what',
        cases: [{ id: 'emergency', value: 'Emergency' }],
      },
      {
        id: 'aid',
        kind: 'send',
        name: 'First aid',
        text: 'Rinse with warm salt water and take what you usually take for pain. A colleague finds you a slot today.',
      },
      { id: 'urgent', kind: 'label', label: 'Urgent' },
      { id: 'slot', kind: 'handover', name: 'Same-day slot', note: 'Same-day slot' },
    ],
    [
      null,
      null,
      { id: 'silent', kind: 'send', text: 'No hurry. Write “book” whenever it suits you.' },
      { id: 'end', kind: 'end' },
      {
        id: 'day',
        kind: 'ask',
        name: 'Day',
        text: 'Which day suits you? For example 2 December.',
        answer: 'date',
        saveAs: 'day',
        timeoutSeconds: 7 * DAYS_S,
      },
      {
        id: 'time',
        kind: 'ask',
        name: 'Time of day',
        text: 'And when?',
        answer: 'choice',
        options: TIMES,
        saveAs: 'time',
      },
      {
        id: 'summary',
        kind: 'send',
        text: 'Thank you: {what} for {who}, {day}, {time}. We offer you two times shortly.',
      },
      { id: 'booking', kind: 'label', label: 'Booking request' },
      { id: 'times', kind: 'handover', name: 'Offer two times', note: 'Offer two times' },
    ],
  ],
  [
    ['trigger', 'next', 'who'],
    ['who', 'answered', 'what'],
    ['who', 'timeout', 'silent'],
    ['what', 'answered', 'kind'],
    ['what', 'timeout', 'silent'],
    ['kind', 'emergency', 'aid'],
    ['kind', 'other', 'day'],
    ['aid', 'next', 'urgent'],
    ['urgent', 'next', 'slot'],
    ['day', 'answered', 'time'],
    ['day', 'timeout', 'silent'],
    ['time', 'answered', 'summary'],
    ['time', 'timeout', 'silent'],
    ['summary', 'next', 'booking'],
    ['booking', 'next', 'times'],
    ['silent', 'next', 'end'],
  ],
);

export const hoursFlow = (knowledgeBaseId: string): BotFlow =>
  layOutSteps(
    [
      [
        {
          id: 'trigger',
          kind: 'trigger',
          on: 'keyword',
          keywords: ['open', 'hours', 'price', 'cost', 'parking', 'insurance'],
        },
        { id: 'look', kind: 'knowledge', name: 'Practice handbook', knowledgeBaseIds: [knowledgeBaseId] },
        {
          id: 'helped',
          kind: 'ask',
          text: 'Did that help?',
          answer: 'choice',
          options: ['Yes', 'No'],
          saveAs: 'helped',
        },
        { id: 'satisfied', kind: 'condition', expression: "vars.helped == 'Yes'" },
        { id: 'end', kind: 'end' },
      ],
      [
        null,
        { id: 'hours', kind: 'condition', name: 'Are we open?', test: 'hours', from: '08:30', until: '17:30' },
        { id: 'soon', kind: 'send', text: 'A colleague answers within the hour.' },
        { id: 'person', kind: 'handover', note: 'Unknown question' },
      ],
      [null, null, { id: 'later', kind: 'send', text: 'We open at 8:30 and answer then.' }],
    ],
    [
      ['trigger', 'next', 'look'],
      ['look', 'answered', 'helped'],
      ['look', 'unknown', 'hours'],
      ['helped', 'answered', 'satisfied'],
      ['helped', 'timeout', 'end'],
      ['satisfied', 'yes', 'end'],
      ['satisfied', 'no', 'person'],
      ['hours', 'yes', 'soon'],
      ['hours', 'no', 'later'],
      ['soon', 'next', 'person'],
      ['later', 'next', 'person'],
    ],
  );
