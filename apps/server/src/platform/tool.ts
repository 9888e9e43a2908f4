import type { ListTotal } from '@switchyard/contracts/agent/operations';
import { type ZodType, z } from 'zod';
import type { Outcome } from './action.ts';
import { type Actor, changeRefusal, keyRefusal, readTextsRefusal } from './actor.ts';
import type { Tool, ToolDeps, ToolDescription } from './platform.ts';
import { readInput } from './read-input.ts';
import { authorize, type Refusal } from './refusal.ts';

interface ToolDefinition<Input> extends ToolDescription {
  /** Its fields need descriptions (`describe`), because a caller sees nothing else. */
  input: ZodType<Input>;
  /** Calls an action or a query and formats its result. @throws Refusal */
  run(deps: ToolDeps, actor: Actor, input: Input): Promise<Outcome<unknown>>;
}

/**
 * How to undo what a tool did, if its result says so: a call that undoes exactly that change, and refuses if the data
 * has changed since.
 */
export const undoCallSchema = z.object({
  tool: z.string(),
  args: z.record(z.string(), z.unknown()),
  /** Name of the affected thing, for people. */
  name: z.string(),
});
export type UndoCall = z.infer<typeof undoCallSchema>;

/**
 * Checks whether the actor may call the tool at all: with a key, the scope; in support mode, only reading, and chats
 * only where texts may be read.
 */
export const callRefusal = (actor: Actor, { effect, scope }: Pick<Tool, 'effect' | 'scope'>): Refusal | null =>
  keyRefusal(actor, { effect, scope }) ??
  (effect === 'change' ? changeRefusal(actor) : null) ??
  (scope === 'chats' ? readTextsRefusal(actor) : null);

/** Defines a tool, which its domain registers. A caller with a key needs the scope for what the tool does. */
export const tool = <Input>({ run, ...described }: ToolDefinition<Input>): Tool => ({
  ...described,
  async run(deps, actor, args) {
    authorize(callRefusal(actor, described));
    return run(deps, actor, readInput(described.input, args ?? {}));
  },
});

interface ReadToolDefinition<Input> extends Omit<ToolDescription, 'effect'> {
  input: ZodType<Input>;
  /** Returns what was found. @throws Refusal */
  read(deps: ToolDeps, actor: Actor, input: Input): Promise<unknown>;
}

/** Like `tool`, for a tool that only reads. */
export const readTool = <Input>({ read, ...described }: ReadToolDefinition<Input>): Tool =>
  tool({
    ...described,
    effect: 'read',
    run: async (...call) => ({ result: await read(...call), events: [] }),
  });

/** Input of tools that list things by name. */
export const pageByName = z.object({
  search: z.string().max(200).optional().describe('Part of the name.'),
  limit: z.int().min(0).max(100).default(20),
  skip: z.int().min(0).default(0),
});

/**
 * Path of the web app's screen that shows what a tool has listed, with the same filter. List tools return it as `page`.
 */
export function pageAt(path: string, search: Readonly<Record<string, string | undefined>> = {}): string {
  const params = Object.entries(search).flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : []));
  return params.length > 0 ? `${path}?${new URLSearchParams(params)}` : path;
}

/** The `page` of a list (null if no screen shows it), or several `pages` with their names. */
export type Paged = Pick<ListTotal, 'page' | 'pages'>;
