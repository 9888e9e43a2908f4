import type { ListTotal } from '@switchyard/contracts/agent/operations';
import { type ZodType, z } from 'zod';
import type { Outcome } from './action.ts';
import { type Actor, changeRefusal, keyRefusal, readTextsRefusal } from './actor.ts';
import type { Tool, ToolDeps, ToolDescription } from './platform.ts';
import { readInput } from './read-input.ts';
import { authorize, type Refusal } from './refusal.ts';

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

interface ReadToolDefinition<Input> extends Omit<ToolDescription, 'effect'> {
  input: ZodType<Input>;
  /** Answers what was found. @throws Refusal */
  read(deps: ToolDeps, actor: Actor, input: Input): Promise<unknown>;
}

/** The same for one that only reads. */
export const readTool = <Input>({ read, ...described }: ReadToolDefinition<Input>): Tool =>
  tool({
    ...described,
    effect: 'read',
    run: async (...asked) => ({ result: await read(...asked), events: [] }),
  });

/** What tools take that list things by their names. */
export const pageByName = z.object({
  search: z.string().max(200).optional().describe('Part of the name.'),
  limit: z.int().min(0).max(100).default(20),
  skip: z.int().min(0).default(0),
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
