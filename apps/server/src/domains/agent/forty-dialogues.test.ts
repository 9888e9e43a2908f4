import type { AgentMessage, AgentReply } from '@switchyard/contracts/agent/operations';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import {
  DIALOGUES,
  type Dialogue,
  type DialogueTurn,
  type MessageLine,
  PEOPLE,
} from '../../../test/agent-dialogues/forty.ts';
import { useAssistant } from '../../../test/assistant-rig.ts';

/** Dialogues written without knowing the code: any unintended change is a bug, and most must end as intended. */
const agent = useAssistant();
const INTENDED_AT_LEAST = 38;
const ZONE = 'Europe/London';

type Answer = Pick<AgentReply, 'content' | 'widgets' | 'toolResults'>;
interface Button {
  label: string;
  style?: string;
  onClickAction: { type: string; payload: Record<string, string> };
}

/** What a question of the assistant is about. */
const ABOUT = {
  who: /\bwho(m)?\b|\bwhich\b/i,
  when: /\bwhen\b|\btime\b/i,
  text: /\bsay\b|\btext\b/i,
};

function buttonsIn(value: unknown): Button[] {
  if (Array.isArray(value)) return value.flatMap(buttonsIn);
  if (typeof value !== 'object' || value === null) return [];
  const nested = Object.values(value).flatMap(buttonsIn);
  return 'type' in value && value.type === 'Button' ? [value as unknown as Button, ...nested] : nested;
}

/** A line as stored in the database, with its day as a date. */
function readLine(line: MessageLine, today: Temporal.PlainDate) {
  const [name = '', when = '', text = '', status = 'pending'] = line.split(' | ');
  const [days, time] = when.split(' ');
  return { name, at: `${today.add({ days: Number(days) })}T${time}`, text, status };
}

async function seed(lines: MessageLine[], today: Temporal.PlainDate): Promise<void> {
  for (const [name, mobile] of Object.entries(PEOPLE)) await agent.contact(name, mobile);
  for (const line of lines) {
    const { name, at, text, status } = readLine(line, today);
    const later = `${today.add({ days: 30 })}T09:00`;
    const { _id } = await agent.schedule(name, PEOPLE[name] ?? '', later, text);
    await agent.server.database.pool.query(
      `update messages set status = $2, due_local = $3::text, due_at = $3::text::timestamp at time zone $4, claimable_at = $3::text::timestamp at time zone $4 where id = $1`,
      [_id, status, at, ZONE],
    );
  }
}

/** All messages, and everything else that a request could have changed. */
async function readState() {
  const { pool } = agent.server.database;
  const { rows } = await pool.query<{ line: string }>(
    `select concat_ws(' | ', contact_name, recipient, due_local, body, status) as line from messages where workspace_id = $1 and not deleted order by 1`,
    [agent.lane.workspaceId],
  );
  const others = await pool.query(
    `select (select count(*) from contacts where workspace_id = $1) as contacts, (select count(*) from message_series where workspace_id = $1) as series`,
    [agent.lane.workspaceId],
  );
  return { lines: rows.map(({ line }) => line), others: others.rows[0] };
}

const matches = (line: string, wanted: MessageLine, today: Temporal.PlainDate): boolean => {
  const { name, at, text, status } = readLine(wanted, today);
  return line === [name, PEOPLE[name], at, text, status].join(' | ');
};

async function act(turn: DialogueTurn, last: Answer | undefined, transcript: string[]): Promise<Answer | undefined> {
  const say = async (words: string) => {
    const reply = await agent.ask(words);
    transcript.push(`> ${words}`, `< ${reply.content}`);
    return reply;
  };
  if (typeof turn === 'string') return say(turn);
  if ('act' in turn) return say(turn.act);
  if ('answers' in turn) {
    const open = new Map(Object.entries(turn.answers));
    let answer = last;
    while (open.size > 0) {
      const question = [...open].find(([about]) => ABOUT[about as keyof typeof ABOUT].test(answer?.content ?? ''));
      if (!question) return answer;
      open.delete(question[0]);
      answer = await say(question[1]);
    }
    return answer;
  }
  const button = buttonsIn(last?.widgets ?? []).find(({ label, style }) =>
    turn.press === 'primary' ? style === 'primary' : label.includes(turn.press),
  );
  transcript.push(`> [${button?.label ?? `no button ${turn.press}`}]`);
  if (!button) return last;
  const { type, payload } = button.onClickAction;
  if (type === 'agent.ask') return say(payload.message ?? '');
  const { body } = await agent.call<AgentMessage>(
    'POST',
    `/api/agent/confirmations/${payload.id}/${type.replace('agent.', '')}`,
  );
  transcript.push(`< ${body.content}`);
  return body.content === undefined ? last : body;
}

const mayChange = (turn: DialogueTurn): boolean => typeof turn !== 'string' && ('act' in turn || 'press' in turn);

async function hold({ before = [], turns, after = before, says = [], shows = [] }: Dialogue) {
  const today = Temporal.Now.plainDateISO(ZONE);
  const inWords = (words: string) =>
    words.replace(/\{(\d)\}/g, (_, days) =>
      today.add({ days: Number(days) }).toLocaleString('en-GB', { weekday: 'long' }),
    );
  await seed(before, today);
  const transcript: string[] = [];
  const unintended: string[] = [];
  const start = await readState();
  let state = start;
  let last: Answer | undefined;
  for (const turn of turns) {
    const worded: DialogueTurn = JSON.parse(inWords(JSON.stringify(turn)));
    last = await act(worded, last, transcript);
    const next = await readState();
    if (!mayChange(turn) && JSON.stringify(next) !== JSON.stringify(state))
      unintended.push(`changed by ${JSON.stringify(worded)}`);
    state = next;
  }
  const isWanted = (line: string) => after.some((wanted) => matches(line, wanted, today));
  unintended.push(...state.lines.filter((line) => !isWanted(line) && !start.lines.includes(line)));
  if (JSON.stringify(state.others) !== JSON.stringify(start.others)) unintended.push('something but messages changed');
  const sentence = last?.content ?? '';
  const missing = [
    ...after.filter((wanted) => !state.lines.some((line) => matches(line, wanted, today))),
    ...says.filter((pattern) => !pattern.test(sentence)).map(String),
    ...shows.filter((pattern) => !pattern.test(JSON.stringify(last))).map(String),
    ...(state.lines.length === after.length ? [] : [`${state.lines.length} messages`]),
  ];
  return { unintended, missing, said: transcript };
}

const failed: string[] = [];
let intended = 0;

test.each(DIALOGUES)('$title', async (dialogue) => {
  const { unintended, missing, said } = await hold(dialogue);
  if (missing.length > 0 || unintended.length > 0)
    failed.push(
      [dialogue.title, ...said, ...missing.map((pattern) => `missing: ${pattern}`), ...unintended].join('\n  '),
    );
  else intended += 1;
  expect(unintended, said.join('\n')).toEqual([]);
});

test(`at least ${INTENDED_AT_LEAST} of them end as intended`, () => {
  expect(intended, failed.join('\n\n')).toBeGreaterThanOrEqual(INTENDED_AT_LEAST);
});
