import { Temporal } from 'temporal-polyfill';
import { type Actor, keyRefusal } from '../../platform/actor.ts';
import { callTool } from '../../platform/call-tool.ts';
import { toE164 } from '../../platform/phone-number.ts';
import type { Platform } from '../../platform/platform.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Paged } from '../../platform/tool.ts';
import { findContactsNamed, listLabelNames } from '../contacts/index.ts';
import { findGroupsNamed } from '../engines/index.ts';
import { findWorkspace } from '../workspaces/index.ts';
import { reasonOf } from './confirm.ts';
import type { ReplyContent, ReplyResults } from './conversations.ts';
import { executeOrConfirm } from './execute-or-confirm.ts';
import { permissionsOf, switchedOff } from './permissions.ts';
import { Lexicon, wordsIn } from './planner/lexicon.ts';
import { plan } from './planner/plan.ts';
import type { Call, Plan } from './planner/plan-types.ts';
import { nameWords } from './planner/vocabulary.ts';
import { choiceRow } from './preview.ts';
import { describeResult, HELP } from './read-words.ts';
import type { Turn } from './turn-scope.ts';

/** The answer of the rule planner to a request: tools are called, or nothing is done and the reason is said. */
export async function answerByRules(
  platform: Platform,
  actor: Actor,
  request: string,
  turn: Turn,
): Promise<Partial<ReplyContent>> {
  const { planned, zone } = await planFor(platform, actor, request);
  switch (planned.kind) {
    case 'help':
      return { content: HELP };
    case 'ask':
      return { content: planned.question, widgets: planned.choices.length > 0 ? [choiceRow(planned.choices)] : [] };
    case 'decline':
      return { content: declined(planned.words) };
    case 'calls':
      return planned.calls.every(({ tool }) => platform.tools.get(tool)?.effect === 'read')
        ? read(platform, actor, { ...planned, zone }, turn)
        : executeOrConfirm(platform, actor, planned.calls, turn);
  }
}

/** What a request comes to, read against the workspace's own names and zone. */
async function planFor(platform: Platform, actor: Actor, request: string): Promise<{ planned: Plan; zone: string }> {
  const { db } = platform.database;
  const { workspaceId } = actor;
  const workspace = await findWorkspace(db, workspaceId);
  if (!workspace) throw new Refusal('NOT_FOUND');
  const read = request.slice(0, 2_000);
  const words = nameWords(read).flatMap(wordsIn);
  // A question back names who is meant: a key that is not good for their names is asked without them.
  const isFor = (scope: string) => keyRefusal(actor, { scope, effect: 'read' }) === null;
  const [people, groups, labels] = [
    isFor('contacts') ? await findContactsNamed(db, workspaceId, { words, text: wordsIn(read) }) : [],
    isFor('chats') ? await findGroupsNamed(db, workspaceId, words) : [],
    isFor('contacts') ? await listLabelNames(db, workspaceId) : [],
  ];
  const { zone, country } = workspace;
  const planned = plan(request, {
    now: Temporal.Now.zonedDateTimeISO(zone),
    lexicon: new Lexicon([...people, ...groups.map((group) => ({ ...group, zone: null }))]),
    names: {
      labels,
      bots: /bot/i.test(request) ? await namesFrom(platform, actor, 'get_bots') : [],
      campaigns: /campaign/i.test(request) ? await namesFrom(platform, actor, 'get_campaigns') : [],
    },
    toE164: (text) => toE164(text, country),
  });
  return { planned, zone };
}

/** The names of what a tool lists, the first hundred. */
async function namesFrom(platform: Platform, actor: Actor, tool: string): Promise<string[]> {
  const answer = await callTool(platform, actor, tool, { limit: 100 });
  return answer.ok ? (answer.result as { data: { name: string }[] }).data.map(({ name }) => name) : [];
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
  { calls, answers, zone }: Extract<Plan, { kind: 'calls' }> & { zone: string },
  turn: Turn,
): Promise<Partial<ReplyContent>> {
  const kept: ReplyResults = { toolResults: {}, totals: {}, widgets: [] };
  const said: string[] = [];
  const permitted = await permissionsOf(platform.database.db, actor);
  for (const call of calls) {
    turn.signal.throwIfAborted();
    const tool = platform.tools.get(call.tool);
    turn.step(tool?.title ?? call.tool);
    if (tool && permitted(tool).permission === 'off') {
      said.push(switchedOff(actor));
      continue;
    }
    const args =
      answers === 'count' && 'limit' in call.args === false && call.tool === 'get_scheduled_messages'
        ? { ...call.args, limit: COUNT_SHOWN }
        : call.args;
    const answer = await callTool(platform, actor, call.tool, args);
    if (!answer.ok) {
      said.push(reasonOf(answer.refusal));
      continue;
    }
    keepResult(kept, call, answer.result);
    // What the last one found is the reply, at once.
    if (call !== calls.at(-1)) await turn.show(kept);
    said.push(describeResult(call, answers, answer.result, zone));
  }
  return { content: said.join('\n'), ...kept };
}

/** Keeps what a tool has answered for the page: of a list its rows, with how many of how many they are. */
export function keepResult({ toolResults, totals }: ReplyResults, call: Call, result: unknown): void {
  const { data, total, page = null, pages } = (result ?? {}) as { data?: unknown; total?: unknown } & Partial<Paged>;
  toolResults[call.tool] = Array.isArray(data) ? data : result;
  if (Array.isArray(data) && typeof total === 'number')
    totals[call.tool] = { shown: data.length, total, page, ...(pages ? { pages } : {}) };
}

/** A few of what is counted are shown. */
const COUNT_SHOWN = 5;
