import type { BotSessionStatus } from '@switchyard/contracts/bots/bot-events';
import type { Text } from '@switchyard/contracts/text/registry';
import { text } from '@switchyard/contracts/text/text';
import { type Actor, changeRefusal } from '../../platform/actor.ts';
import { Refusal } from '../../platform/refusal.ts';

type By = Pick<Actor, 'onBehalfOf'>;

/** Members may build and deploy the workspace's bots and manage their conversations. */
export const buildRefusal = changeRefusal;
export const deployRefusal = changeRefusal;

/** Refuses an action that the conversation's status doesn't allow. */
export const statusRefusal = (status: BotSessionStatus, why: Text) =>
  new Refusal('TOO_LATE', { status, version: 0 }, why);

export const pauseRefusal = (actor: By, { status }: { status: BotSessionStatus }): Refusal | null =>
  changeRefusal(actor) ?? (['active', 'waiting'].includes(status) ? null : statusRefusal(status, text('botIsSilent')));

export const resumeRefusal = (actor: By, { status }: { status: BotSessionStatus }): Refusal | null =>
  changeRefusal(actor) ?? (status === 'paused' ? null : statusRefusal(status, text('botNotPaused')));

export const endRefusal = (actor: By, { status }: { status: BotSessionStatus }): Refusal | null =>
  changeRefusal(actor) ??
  (['active', 'waiting', 'paused'].includes(status) ? null : statusRefusal(status, text('botSessionOver')));

/** Tests have no version. */
export const moveRefusal = (actor: By, session: { status: BotSessionStatus; testFlow: unknown }): Refusal | null =>
  endRefusal(actor, session) ??
  (session.testFlow === null ? null : statusRefusal(session.status, text('botTestRunsDraft')));

/** Any conversation can be restarted, including failed ones. */
export const restartRefusal = changeRefusal;
