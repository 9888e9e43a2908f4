import type { Actor } from './actor.ts';
import { toEnvelope } from './http/errors.ts';
import { depsOf } from './perform.ts';
import type { Platform } from './platform.ts';
import { authorize, Refusal } from './refusal.ts';
import { callRefusal } from './tool.ts';
import { wordsIn } from './words-in.ts';

/** What a tool answers; why it would not, in the words and with the data that the web API has for it. */
export type ToolAnswer =
  | { ok: true; result: unknown }
  | { ok: false; refusal: { code: string; message: string; data?: unknown } };

/**
 * Has a tool do its work for an actor, and tells what happened after its commit. In support mode only tools that read
 * are called, and each look is recorded. Never throws: what nobody foresaw is logged and answered without a word about
 * our insides.
 */
export async function callTool(platform: Platform, actor: Actor, name: string, args: unknown): Promise<ToolAnswer> {
  try {
    const called = platform.tools.get(name);
    if (!called) throw new Refusal('NOT_FOUND', undefined, `There is no tool named ${name}.`);
    authorize(callRefusal(actor, called));
    if (actor.onBehalfOf) await platform.recordView(actor, name);
    const { result, events } = await called.run(depsOf(platform), actor, args);
    platform.events.dispatch(events);
    return { ok: true, result: wordsIn(result) };
  } catch (error) {
    const { code, message, data } = toEnvelope(error, platform.log);
    return { ok: false, refusal: { code, message, ...(data === undefined ? {} : { data }) } };
  }
}
