import { whatsAppIdOf } from '@switchyard/contracts/agent/results';
import { type ListedSeries, listedSeries } from '@switchyard/contracts/messages/series';
import { z } from 'zod';
import type { Actor } from '../../platform/actor.ts';
import type { ToolDeps } from '../../platform/platform.ts';
import type { Call } from './planner/plan-types.ts';
import { ClarificationNeeded } from './planner/token-reader.ts';
import type { Step } from './steps.ts';

/** For each tool on recurring messages, the states that it accepts and the state that results. */
const CHANGES: Record<string, { from: ListedSeries['state'][]; to: ListedSeries['state'] }> = {
  stop_recurring_message: { from: ['active', 'paused'], to: 'cancelled' },
  pause_recurring_message: { from: ['active'], to: 'paused' },
  resume_recurring_message: { from: ['paused', 'cancelled'], to: 'active' },
};
/** More than any rule has for one person; larger changes are made on the page for recurring messages. */
const MAX_SERIES = 100;

const found = z.object({ data: z.array(listedSeries), total: z.number() });

async function listSeries(deps: ToolDeps, actor: Actor, query: Record<string, unknown>) {
  const tool = deps.tools.get('list_recurring_messages');
  if (!tool) throw new Error('there is no tool list_recurring_messages');
  return found.parse((await tool.run(deps, actor, query)).result);
}

/** Whether a tool changes a recurring message as a whole. */
export const isSeriesTool = (tool: string): boolean => tool in CHANGES;

/**
 * Converts a call into one step per matching recurring message.
 * @throws ClarificationNeeded if there is none, or more than can be shown
 */
export async function seriesSteps(deps: ToolDeps, actor: Actor, { tool, args }: Call): Promise<Step[]> {
  const change = CHANGES[tool];
  if (!change) throw new Error(`there is no tool ${tool}`);
  const { recipients, rule, search } = args as { recipients?: string[]; rule?: string; search?: string };
  const query = { state: change.from, limit: MAX_SERIES, ...(recipients ? { recipients } : {}) };
  const { data, total } = await listSeries(deps, actor, query);
  if (total > MAX_SERIES) throw new ClarificationNeeded(`That is ${total} recurring messages. Name a person.`);
  const words = search?.toLowerCase();
  const matches = data.filter(
    (series) => (!rule || isWithin(series.rule, rule)) && (!words || series.message.toLowerCase().includes(words)),
  );
  if (matches.length === 0)
    throw new ClarificationNeeded('I found no such recurring message, so there is nothing to change.');
  return matches.map((series) => stepOn(tool, series));
}

/** A step with the series' current state: it is refused if that has changed by then. */
function stepOn(tool: string, listed: ListedSeries): Step {
  const { _id, contactName, contactList, message, rule, start, zone, updatedAt } = listed;
  const [entry] = contactList;
  const address = entry?.mobile ?? entry?.id ?? '';
  const series = {
    recipientId: whatsAppIdOf(address),
    recipientName: contactName || address,
    message,
    rule,
    start,
    zone,
  };
  return { tool, args: { id: _id, updatedAt }, row: null, series };
}

/** The step for a series by id, in its current state; null if it doesn't exist or already has the state. */
export async function seriesStep(deps: ToolDeps, actor: Actor, tool: string, id: string): Promise<Step | null> {
  const [series] = (await listSeries(deps, actor, { ids: [id], limit: 1 })).data;
  return series && series.state !== CHANGES[tool]?.to ? stepOn(tool, series) : null;
}

/** Whether a rule covers everything asked for, and maybe more: "every Monday" does not mean Mondays and Thursdays. */
function isWithin(rule: string, wanted: string): boolean {
  const partsOf = (text: string) =>
    new Map(
      text.split(';').map((part) => {
        const [name = '', value = ''] = part.split('=');
        return [name, value.split(',').sort().join(',')];
      }),
    );
  const parts = partsOf(rule);
  return [...partsOf(wanted)].every(([name, value]) => parts.get(name) === value);
}
