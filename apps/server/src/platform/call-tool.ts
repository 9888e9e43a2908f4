import type { Actor } from './actor.ts';
import { withEnglishTexts } from './english-texts.ts';
import { toEnvelope } from './http/errors.ts';
import { depsOf } from './perform.ts';
import type { Platform } from './platform.ts';
import { authorize, Refusal } from './refusal.ts';
import { callRefusal } from './tool.ts';

/** A tool's result, or its refusal with the same texts and data as in the web API. */
export type ToolAnswer =
  | { ok: true; result: unknown }
  | { ok: false; refusal: { code: string; message: string; data?: unknown } };

/**
 * Runs a tool for an actor and dispatches its events after the commit. In support mode only reading tools may be
 * called, and each call is recorded. Never throws: an unexpected error is logged and answered without internal details.
 */
export async function callTool(platform: Platform, actor: Actor, name: string, args: unknown): Promise<ToolAnswer> {
  try {
    const called = platform.tools.get(name);
    if (!called) throw new Refusal('NOT_FOUND', undefined, `There is no tool named ${name}.`);
    authorize(callRefusal(actor, called));
    if (actor.onBehalfOf) await platform.recordView(actor, name);
    const { result, events } = await called.run(depsOf(platform), actor, args);
    platform.events.dispatch(events);
    return { ok: true, result: withEnglishTexts(result) };
  } catch (error) {
    const { code, message, data } = toEnvelope(error, platform.log);
    return { ok: false, refusal: { code, message, ...(data === undefined ? {} : { data }) } };
  }
}
