import { type BotEdge, type BotFlow, botFlow } from '@switchyard/contracts/bots/flow';
import type { BotTemplate } from '@switchyard/contracts/bots/operations';

type TemplateNode = { id: string; kind: string } & Record<string, unknown>;
const COLUMN_PX = 300;
const ROW_PX = 170;

/** Lays out rows of nodes from left to right; omitted fields get the contract's defaults. */
function layOut(rows: TemplateNode[][], edges: [from: string, outlet: string, to: string][]): BotFlow {
  const nodes = rows.flatMap((row, y) => row.map((node, x) => ({ x: x * COLUMN_PX, y: y * ROW_PX, ...node })));
  const connected: BotEdge[] = edges.map(([from, outlet, to]) => ({ from, outlet, to }));
  return botFlow.parse({ format: 1, nodes, edges: connected });
}

const YES_NO = ['Yes', 'No'];

const templates: Record<BotTemplate, BotFlow> = {
  blank: layOut([[{ id: 'trigger', kind: 'trigger' }]], []),
  confirmation: layOut(
    [
      [
        { id: 'trigger', kind: 'trigger', on: 'keyword', keywords: ['appointment', 'confirm'] },
        {
          id: 'ask',
          kind: 'ask',
          text: 'Hello {firstName|there}, will you come to your appointment?',
          answer: 'choice',
          options: YES_NO,
          saveAs: 'coming',
        },
        { id: 'which', kind: 'switch', expression: 'vars.coming', cases: [{ id: 'yes', value: 'Yes' }] },
        { id: 'thanks', kind: 'send', text: 'Thank you. We look forward to seeing you.' },
      ],
      [
        { id: 'reminded', kind: 'handover', note: 'No answer to the reminder.', x: 2 * COLUMN_PX },
        { id: 'sorry', kind: 'send', text: 'What a pity. We will call you to find another time.', x: 3 * COLUMN_PX },
        { id: 'call', kind: 'handover', note: 'Find another time with the contact.', x: 4 * COLUMN_PX },
      ],
    ],
    [
      ['trigger', 'next', 'ask'],
      ['ask', 'answered', 'which'],
      ['ask', 'invalid', 'reminded'],
      ['ask', 'timeout', 'reminded'],
      ['which', 'yes', 'thanks'],
      ['which', 'other', 'sorry'],
      ['sorry', 'next', 'call'],
    ],
  ),
  lead: layOut(
    [
      [
        { id: 'trigger', kind: 'trigger', on: 'any' },
        { id: 'hello', kind: 'send', text: 'Hello {firstName|there}! Three short questions, and we know how to help.' },
        { id: 'need', kind: 'ask', text: 'What are you looking for?', answer: 'text', saveAs: 'need' },
        { id: 'people', kind: 'ask', text: 'How many people is it for?', answer: 'number', saveAs: 'people' },
        { id: 'email', kind: 'ask', text: 'Where may we send an offer? (e-mail)', answer: 'email', saveAs: 'email' },
        { id: 'large', kind: 'condition', expression: 'has(vars.people) && vars.people >= 20' },
        { id: 'sales', kind: 'handover', note: 'A large one: answer soon.' },
      ],
      [{ id: 'thanks', kind: 'send', text: 'Thank you. An offer is on its way to {email}.', x: 6 * COLUMN_PX }],
    ],
    [
      ['trigger', 'next', 'hello'],
      ['hello', 'next', 'need'],
      ['need', 'answered', 'people'],
      ['people', 'answered', 'email'],
      ['people', 'invalid', 'email'],
      ['email', 'answered', 'large'],
      ['email', 'invalid', 'sales'],
      ['large', 'yes', 'sales'],
      ['large', 'no', 'thanks'],
    ],
  ),
  faq: layOut(
    [
      [
        { id: 'trigger', kind: 'trigger', on: 'any' },
        { id: 'look', kind: 'knowledge' },
        { id: 'end', kind: 'end' },
      ],
      [
        { id: 'sorry', kind: 'send', text: 'I do not know that. Somebody will answer you soon.', x: 2 * COLUMN_PX },
        { id: 'person', kind: 'handover', note: 'A question that the knowledge does not answer.', x: 3 * COLUMN_PX },
      ],
    ],
    [
      ['trigger', 'next', 'look'],
      ['look', 'answered', 'end'],
      ['look', 'unknown', 'sorry'],
      ['sorry', 'next', 'person'],
    ],
  ),
  'opt-in': layOut(
    [
      [
        { id: 'trigger', kind: 'trigger', on: 'keyword', keywords: ['join', 'subscribe'] },
        {
          id: 'ask',
          kind: 'ask',
          text: 'May we send you news here? You can say STOP at any time.',
          answer: 'choice',
          options: YES_NO,
          saveAs: 'optIn',
        },
        { id: 'which', kind: 'condition', expression: "vars.optIn == 'Yes'" },
        {
          id: 'agreed',
          kind: 'contact',
          consent: 'given',
          consentSource: 'Bot: join',
          consentText: 'May we send you news here? Yes',
        },
        { id: 'welcome', kind: 'send', text: 'Welcome, {firstName|friend}.' },
      ],
      [
        { id: 'refused', kind: 'contact', consent: 'withdrawn', x: 3 * COLUMN_PX },
        { id: 'fine', kind: 'send', text: 'That is fine. We will not write to you.', x: 4 * COLUMN_PX },
      ],
    ],
    [
      ['trigger', 'next', 'ask'],
      ['ask', 'answered', 'which'],
      ['which', 'yes', 'agreed'],
      ['agreed', 'next', 'welcome'],
      ['which', 'no', 'refused'],
      ['refused', 'next', 'fine'],
    ],
  ),
  survey: layOut(
    [
      [
        { id: 'trigger', kind: 'trigger', on: 'keyword', keywords: ['survey', 'feedback'] },
        {
          id: 'score',
          kind: 'ask',
          text: 'How content are you with us?',
          answer: 'choice',
          options: ['Very content', 'Content', 'Not content'],
          saveAs: 'score',
        },
        { id: 'unhappy', kind: 'condition', expression: "vars.score == 'Not content'" },
        { id: 'why', kind: 'ask', text: 'We are sorry. What went wrong?', answer: 'text', saveAs: 'why' },
        { id: 'person', kind: 'handover', note: 'An unhappy customer.' },
      ],
      [{ id: 'thanks', kind: 'send', text: 'Thank you for your answer.', x: 3 * COLUMN_PX }],
    ],
    [
      ['trigger', 'next', 'score'],
      ['score', 'answered', 'unhappy'],
      ['unhappy', 'yes', 'why'],
      ['unhappy', 'no', 'thanks'],
      ['why', 'answered', 'person'],
    ],
  ),
};

/** The initial flow of a bot created from this template. */
export const templateFlow = (template: BotTemplate): BotFlow => templates[template];
