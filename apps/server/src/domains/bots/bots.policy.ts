import type { BotSessionStatus } from '@switchyard/contracts/bots/bot-events';
import { REFUSAL_WORDS } from '@switchyard/contracts/text/refusals';
import { type Actor, mayChange } from '../../platform/actor.ts';
import { Refusal } from '../../platform/refusal.ts';

type By = Pick<Actor, 'onBehalfOf'>;

/** Whoever works in a workspace may build its bots, deploy them, and look after their conversations. */
export const mayBuild = mayChange;
export const mayDeploy = mayChange;

/** It cannot be done as the conversation is, in words. */
export const notNow = (status: BotSessionStatus, message: string) =>
  new Refusal('TOO_LATE', { status, version: 0 }, message);

export const mayPause = (actor: By, { status }: { status: BotSessionStatus }): Refusal | null =>
  mayChange(actor) ?? (['active', 'waiting'].includes(status) ? null : notNow(status, REFUSAL_WORDS.botIsSilent));

export const mayResume = (actor: By, { status }: { status: BotSessionStatus }): Refusal | null =>
  mayChange(actor) ?? (status === 'paused' ? null : notNow(status, REFUSAL_WORDS.botNotPaused));

export const mayEnd = (actor: By, { status }: { status: BotSessionStatus }): Refusal | null =>
  mayChange(actor) ??
  (['active', 'waiting', 'paused'].includes(status) ? null : notNow(status, REFUSAL_WORDS.botSessionOver));

/** A test has no version. */
export const mayMove = (actor: By, session: { status: BotSessionStatus; testFlow: unknown }): Refusal | null =>
  mayEnd(actor, session) ?? (session.testFlow === null ? null : notNow(session.status, REFUSAL_WORDS.botTestRunsDraft));

/** One that went wrong, or any other, may be begun anew. */
export const mayRestart = mayChange;
