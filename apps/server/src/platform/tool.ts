import type { OperationMeta } from '@switchyard/contracts/operation';
import type { ZodType } from 'zod';
import { type ActionParts, type Outcome, systemClock } from './action.ts';
import { type Actor, mayChange } from './actor.ts';
import type { Domain } from './domain.ts';
import { toEnvelope } from './http/errors.ts';
import type { Platform } from './platform.ts';
import { authorize, faultsOf, invalid, Refusal } from './refusal.ts';

/** What tools work with: they are an edge, and pass on to actions what these need. */
export type ToolParts = Platform & ActionParts;

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
  run(parts: ToolParts, actor: Actor, input: Input): Promise<Outcome<unknown>>;
}

/** Something that programs (the agent, MCP clients) may have done for a person: the same actions as the web API's, under another name. */
export interface Tool extends ToolDescription {
  input: ZodType;
  /** @throws Refusal; `INVALID` when the arguments are not what it takes */
  run(parts: ToolParts, actor: Actor, args: unknown): Promise<Outcome<unknown>>;
}

/** Defines a tool; its domain registers it. */
export const tool = <Input>({ run, ...described }: ToolDefinition<Input>): Tool => ({
  ...described,
  async run(parts, actor, args) {
    const given = described.input.safeParse(args ?? {});
    if (!given.success) throw invalid(faultsOf(given.error.issues));
    return run(parts, actor, given.data);
  },
});

/** The tools of all domains by their names. @throws Error when two have one name */
export function toolsOf(domains: readonly Domain[]): ReadonlyMap<string, Tool> {
  const tools = domains.flatMap((domain) => domain.tools ?? []);
  const byName = new Map(tools.map((one) => [one.name, one]));
  if (byName.size < tools.length) throw new Error('two tools have the same name');
  return byName;
}

/** What a tool answers; why it would not, in the words and with the data that the web API has for it. */
export type ToolAnswer =
  | { ok: true; result: unknown }
  | { ok: false; refusal: { code: string; message: string; data?: unknown } };

/**
 * Has a tool do its work for an actor, and tells what happened after its commit. In support mode only tools that read are called, and each look is
 * recorded. Never throws: what nobody foresaw is logged and answered without a word about our insides.
 */
export async function callTool(platform: Platform, actor: Actor, name: string, args: unknown): Promise<ToolAnswer> {
  try {
    const called = platform.tools.get(name);
    if (!called) throw new Refusal('NOT_FOUND', undefined, `There is no tool named ${name}.`);
    if (called.effect === 'change') authorize(mayChange(actor));
    if (actor.onBehalfOf) await platform.recordView(actor, name);
    const parts = { ...platform, db: platform.database.db, clock: systemClock };
    const { result, events } = await called.run(parts, actor, args);
    platform.events.dispatch(events);
    return { ok: true, result };
  } catch (error) {
    const { code, message, data } = toEnvelope(error, platform.log);
    return { ok: false, refusal: { code, message, ...(data === undefined ? {} : { data }) } };
  }
}
