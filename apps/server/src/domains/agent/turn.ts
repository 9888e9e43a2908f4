import type { AgentProgress } from '@switchyard/contracts/agent/events';
import { AGENT_TIMEOUT_MS, type AgentReply } from '@switchyard/contracts/agent/operations';
import { topics } from '@switchyard/contracts/live/topics';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { toEnvelope } from '../../platform/http/errors.ts';
import { depsOf } from '../../platform/perform.ts';
import type { Platform } from '../../platform/platform.ts';
import { Refusal } from '../../platform/refusal.ts';
import { noResults } from './add-result.ts';
import { answerTurn } from './answer-turn.ts';
import { beginReply, endReply, findConversation, newestConversation, presentAgentMessage } from './conversations.ts';
import { addDone, lockRunningReply, saveProgress, stopReply } from './running-reply.ts';
import type { Turn } from './turn-scope.ts';
import { watch } from './watch.ts';

/** Spec 002 section 8. */
const TIMEOUT_TEXT = 'The request took longer than expected (30 seconds). Please try again or try a simpler request.';
const STOPPED_TEXT = 'You stopped this reply.';
const REVOKED_TEXT = 'This reply ended because its sign-in has ended.';

/** A finished reply shows only its own results, not what was shown in progress, such as by a model that failed. */
const SHOWS_NOTHING = noResults();

/** The reason that ended a turn before its answer. */
class TurnEnd extends Error {
  readonly why: 'stopped' | 'revoked';
  constructor(why: 'stopped' | 'revoked') {
    super(why);
    this.why = why;
  }
}

/** Replies in progress in this process, by conversation. */
const running = new Map<string, AbortController>();

interface TurnRequest {
  conversationId: string | null;
  message: string;
  /** Whether the requester still has access: signing out ends the turn. */
  isAdmitted?: () => Promise<boolean>;
  timeoutMs?: number;
}

/**
 * Answers one request: saves it in the conversation and answers within 30 s, or ends when it is stopped or the sign-in
 * is revoked. Nothing acts after that; the page may be closed meanwhile.
 * @throws Refusal `AGENT_BUSY`, `NOT_FOUND`, `UNAUTHORIZED`; rethrows other errors after saving them in the
 *   conversation
 */
export async function runTurn(platform: Platform, actor: Actor, asks: TurnRequest): Promise<AgentReply> {
  const deps = depsOf(platform);
  const { db } = deps;
  const conversation = asks.conversationId
    ? await findConversation(db, actor, asks.conversationId)
    : await newestConversation(db, actor);
  const messageId = await beginReply(db, conversation, asks.message);
  const stop = new AbortController();
  running.set(conversation.id, stop);
  const timeout = AbortSignal.timeout(asks.timeoutMs ?? AGENT_TIMEOUT_MS);
  const signal = AbortSignal.any([stop.signal, timeout]);
  const publish = (progress: Pick<AgentProgress, 'state' | 'step' | 'text' | 'isMoreShown'>) => {
    const event: AgentProgress = { type: 'agent.progress', conversationId: conversation.id, messageId, ...progress };
    platform.broker.publish(topics.userLive(actor.userId), JSON.stringify(event));
  };
  let textSoFar = '';
  const done: string[] = [];
  /** The action in progress. */
  let acting: Promise<unknown> = Promise.resolve();
  /** The reply's text so far; `words`: how it ended. */
  const soFar = (...words: string[]) => [textSoFar, ...done, ...words].filter(Boolean).join('\n');
  let noting = Promise.resolve();
  const isAdmitted = asks.isAdmitted ?? (async () => true);
  const turn: Turn = {
    deps,
    actor,
    request: asks.message,
    conversationId: conversation.id,
    messageId,
    signal,
    step: (step) => publish({ state: 'pending', step }),
    publishText(text) {
      textSoFar = text;
      publish({ state: 'pending', text });
    },
    show(shown) {
      // One at a time: a model's tools finish concurrently and must not overwrite each other's results.
      noting = noting
        .then(() => saveProgress(db, messageId, shown))
        .then((isPending) => {
          if (isPending) publish({ state: 'pending', isMoreShown: true });
        })
        .catch((error: unknown) => platform.log.warn({ err: error }, 'the progress of a reply could not be saved'));
      return noting;
    },
    act(work) {
      const acted = db
        .transaction(async (tx) => {
          if (!(await isAdmitted())) stop.abort(new TurnEnd('revoked'));
          else if (!(await lockRunningReply(tx, messageId))) stop.abort(new TurnEnd('stopped'));
          signal.throwIfAborted();
          const acted = await work({ ...deps, db: tx });
          await addDone(tx, messageId, soFar(acted.said.content ?? ''), acted.said);
          signal.throwIfAborted();
          return acted;
        })
        .then(({ said, events }) => {
          platform.events.dispatch(events);
          done.push(said.content ?? '');
          return said;
        });
      acting = Promise.allSettled([acting, acted]);
      return acted;
    },
    done,
  };
  const answered = async (content: Parameters<typeof endReply>[2]): Promise<AgentReply> => {
    const row = await endReply(db, messageId, content);
    return { ...presentAgentMessage(row), conversationId: conversation.id, messageId };
  };
  const leave = watch(
    db,
    messageId,
    () => soFar(),
    isAdmitted,
    (why) => stop.abort(new TurnEnd(why)),
  );
  publish({ state: 'pending' });
  try {
    const content = await Promise.race([answerTurn(turn), rejectOnAbort(signal)]);
    return await answered({ ...(done.length > 0 ? {} : SHOWS_NOTHING), ...content });
  } catch (error) {
    await acting;
    const end = signal.aborted && signal.reason instanceof TurnEnd ? signal.reason : null;
    if (end?.why === 'revoked') {
      await endReply(db, messageId, { content: [...done, REVOKED_TEXT].join('\n'), state: 'failed' });
      throw new Refusal('UNAUTHORIZED');
    }
    if (end) return await answered({ content: soFar(STOPPED_TEXT), state: 'stopped' });
    // Includes what was done before; text that led to nothing is dropped.
    if (signal.aborted) return await answered({ content: [...done, TIMEOUT_TEXT].join('\n'), state: 'timeout' });
    const { message } = toEnvelope(error, platform.log);
    await endReply(db, messageId, {
      content: [...done, `I encountered an error while processing your request: ${message}`].join('\n'),
      state: 'failed',
    });
    throw error;
  } finally {
    leave();
    if (running.get(conversation.id) === stop) running.delete(conversation.id);
    publish({ state: 'done' });
  }
}

/**
 * Stops the reply of the person's own conversation; the process that makes it notices in the database. Does nothing for
 * another person's.
 */
export async function stopTurn(db: Db, actor: Actor, conversationId: string): Promise<boolean> {
  const isStopped = await stopReply(db, actor, conversationId, STOPPED_TEXT);
  if (isStopped) running.get(conversationId)?.abort(new TurnEnd('stopped'));
  return isStopped;
}

const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
