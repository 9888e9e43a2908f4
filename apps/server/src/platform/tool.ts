import type { ListTotal } from '@switchyard/contracts/agent/operations';
import type { OperationMeta } from '@switchyard/contracts/operation';
import { type ZodType, z } from 'zod';
import type { ActionDeps, Outcome } from './action.ts';
import { type Actor, changeRefusal, keyRefusal, readTextsRefusal } from './actor.ts';
import type { Domain } from './domain.ts';
import type { Platform } from './platform.ts';
import { readInput } from './read-input.ts';
import { authorize, type Refusal } from './refusal.ts';

/** What tools work with: they are an edge, and pass on to actions what these need. */
export type ToolDeps = Platform & ActionDeps;

interface ToolDescription extends Pick<OperationMeta, 'effect' | 'scope'> {
  /** As programs call it: verb and noun, such as `schedule_message`. */
  name: string;
  /** For people who are asked to permit it. */
  title: string;
  /** For whoever chooses between tools, which may be a language model: what it does, and what must be known before. */
  description: string;
}

interface ToolDefinition<Input> extends ToolDescription {
  /** Its fields say what they mean (`describe`): they are all that a caller reads. */
  input: ZodType<Input>;
  /** Calls an action or a query, and presents what comes of it. @throws Refusal */
  run(deps: ToolDeps, actor: Actor, input: Input): Promise<Outcome<unknown>>;
}

/**
 * How what a tool did is taken back, where its result says so: a call that undoes just that and refuses when it has
 * changed since.
 */
export const wayBack = z.object({
  tool: z.string(),
  args: z.record(z.string(), z.unknown()),
  /** What it is about, for a person. */
  name: z.string(),
});
export type UndoCall = z.infer<typeof wayBack>;

/**
 * Something that programs (the agent, MCP clients) may have done for a person: the same actions as the web API's, under
 * another name.
 */
export interface Tool extends ToolDescription {
  input: ZodType;
  /** @throws Refusal; `INVALID` when the arguments are not what it takes */
  run(deps: ToolDeps, actor: Actor, args: unknown): Promise<Outcome<unknown>>;
}

/**
 * Whether an actor may have a tool do its work at all: a key good for it, support mode for what reads, and for chats
 * where texts may be read.
 */
export const callRefusal = (actor: Actor, { effect, scope }: Pick<Tool, 'effect' | 'scope'>): Refusal | null =>
  keyRefusal(actor, { effect, scope }) ??
  (effect === 'change' ? changeRefusal(actor) : null) ??
  (scope === 'chats' ? readTextsRefusal(actor) : null);

/**
 * Defines a tool; its domain registers it. Whoever has it called with a key needs one that is good for what the tool
 * does.
 */
export const tool = <Input>({ run, ...described }: ToolDefinition<Input>): Tool => ({
  ...described,
  async run(deps, actor, args) {
    authorize(callRefusal(actor, described));
    return run(deps, actor, readInput(described.input, args ?? {}));
  },
});

/**
 * Where a person sees what a tool has listed, with the same filter: a path of the web app, which a list answers as its
 * `page`.
 */
export function pageAt(path: string, search: Readonly<Record<string, string | undefined>> = {}): string {
  const given = Object.entries(search).flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : []));
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path;
}

/** As a list answers where it is to be seen: on one page (null: on none), or on each of several with its name. */
export type Paged = Pick<ListTotal, 'page' | 'pages'>;

/** The tools of all domains by their names. @throws Error when two have one name */
export function toolsOf(domains: readonly Domain[]): ReadonlyMap<string, Tool> {
  const tools = domains.flatMap((domain) => domain.tools ?? []);
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  if (byName.size < tools.length) throw new Error('two tools have the same name');
  return byName;
}
