import type { ListTotal } from '@switchyard/contracts/agent';
import { Temporal } from 'temporal-polyfill';
import type { Actor } from '../../platform/actor.ts';
import { callTool } from '../../platform/call-tool.ts';
import { toE164 } from '../../platform/phone-number.ts';
import type { Platform } from '../../platform/platform.ts';
import { Refusal } from '../../platform/refusal.ts';
import { findContactsNamed } from '../contacts/index.ts';
import { findGroupsNamed } from '../engines/index.ts';
import { findWorkspace } from '../workspaces/index.ts';
import { act } from './act.ts';
import type { Said } from './conversations.ts';
import { Lexicon, wordsIn } from './planner/lexicon.ts';
import { plan } from './planner/plan.ts';
import type { Call, Plan } from './planner/plan-types.ts';
import { choiceRow } from './preview.ts';
import { HELP, sayRead } from './read-words.ts';
import type { Turn } from './turn-scope.ts';

/** The answer of the rule planner to a request: tools are called, or nothing is done and the reason is said. */
export async function answerByRules(
  platform: Platform,
  actor: Actor,
  request: string,
  turn: Turn,
): Promise<Partial<Said>> {
  const planned = await planFor(platform, actor, request);
  switch (planned.kind) {
    case 'help':
      return { content: HELP };
    case 'ask':
      return { content: planned.question, widgets: planned.choices.length > 0 ? [choiceRow(planned.choices)] : [] };
    case 'decline':
      return { content: declined(planned.words) };
    case 'calls':
      return planned.calls.every(({ tool }) => platform.tools.get(tool)?.effect === 'read')
        ? read(platform, actor, planned, turn)
        : act(platform, actor, planned.calls, turn);
  }
}

/** What a request comes to, read against the workspace's own names and zone. */
export async function planFor(
  { database: { db } }: Pick<Platform, 'database'>,
  actor: Actor,
  request: string,
): Promise<Plan> {
  const workspace = await findWorkspace(db, actor.workspaceId);
  if (!workspace) throw new Refusal('NOT_FOUND');
  const words = wordsIn(request.slice(0, 2_000));
  const [people, groups] = [
    await findContactsNamed(db, actor.workspaceId, words),
    await findGroupsNamed(db, actor.workspaceId, words),
  ];
  return plan(request, {
    now: Temporal.Now.zonedDateTimeISO(workspace.zone),
    lexicon: new Lexicon([...people, ...groups.map((group) => ({ ...group, zone: null }))]),
    toE164: (text) => toE164(text, workspace.country),
  });
}

function declined(words: readonly string[]): string {
  const shown = [...new Set(words)].slice(0, 5).map((word) => `“${word}”`);
  const reason = shown.length > 0 ? `I do not know what to make of ${shown.join(', ')}` : 'I do not understand that';
  return `${reason}, so I did nothing. ${HELP}`;
}

/** Calls what reads, and says how many of how many it shows. */
async function read(
  platform: Platform,
  actor: Actor,
  { calls, answers }: Extract<Plan, { kind: 'calls' }>,
  turn: Turn,
): Promise<Partial<Said>> {
  const toolResults: Record<string, unknown> = {};
  const totals: Record<string, ListTotal> = {};
  const said: string[] = [];
  for (const call of calls) {
    turn.signal.throwIfAborted();
    turn.step(platform.tools.get(call.tool)?.title ?? call.tool);
    const args =
      answers === 'count' && 'limit' in call.args === false && call.tool === 'get_scheduled_messages'
        ? { ...call.args, limit: COUNT_SHOWN }
        : call.args;
    const answer = await callTool(platform, actor, call.tool, args);
    if (!answer.ok) {
      said.push(answer.refusal.message);
      continue;
    }
    const { data, total, isKnown } = answer.result as { data: unknown[]; total: number; isKnown?: boolean };
    toolResults[call.tool] = data;
    totals[call.tool] = { shown: data.length, total, page: pageOf(call) };
    said.push(sayRead(call, answers, { data, total, isKnown }));
  }
  return { content: said.join('\n'), toolResults, totals };
}

/** A few of what is counted are shown. */
const COUNT_SHOWN = 5;

/** Where the rest of a list is, with the same filter as far as the page has it. */
export function pageOf({ tool, args }: Call): string | null {
  switch (tool) {
    case 'get_scheduled_messages': {
      const query = new URLSearchParams();
      const status = args.status as string[] | undefined;
      if (status?.length === 1 && status[0]) query.set('status', status[0]);
      const recipients = args.recipients as string[] | undefined;
      if (recipients?.length === 1 && recipients[0]) query.set('contactMobile', recipients[0]);
      if (typeof args.search === 'string') query.set('search', args.search);
      return `/import-messages${query.size > 0 ? `?${query}` : ''}`;
    }
    case 'get_engines':
      return '/engines';
    case 'get_bots':
      return '/bot-list-view';
    case 'get_campaigns':
      return '/campaigns';
    default:
      return null;
  }
}
