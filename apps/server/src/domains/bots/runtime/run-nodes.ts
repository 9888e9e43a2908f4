import { type BotFlow, type BotNode, MAX_NODES } from '@switchyard/contracts/bots/flow';
import { type Text, text } from '@switchyard/contracts/text/text';
import { Refusal } from '../../../platform/refusal.ts';
import { ExpressionError } from '../flow/expressions.ts';
import { deployedFlow } from './deployed-flow.ts';
import { errorText } from './error-text.ts';
import { type Execution, Halt, StepError } from './execution.ts';
import { type ExecutionResult, over, paused, waiting } from './execution-result.ts';
import { workOf } from './nodes.ts';
import type { Wait } from './session-state.ts';
import type { Transition, WakeReason } from './transition.ts';

/**
 * Maximum nodes per execution. Between two waits, across external calls, it is the number of nodes in a flow, which
 * only a cycle over several flows exceeds.
 */
const MAX_NODES_PER_EXECUTION = 100;

/** Where an execution starts: at a node, at a node whose wait ended, behind a node, or in a wait that continues. */
export type StartPoint =
  | { enter: BotNode }
  | { wake: BotNode; cause: WakeReason }
  | { leave: BotNode; outlet: string }
  | { stay: BotNode; wait: Wait };

/** Runs nodes until the session waits, pauses or ends. A failing node ends it with a reason. */
export async function runNodes(piece: Execution, beginning: StartPoint): Promise<ExecutionResult> {
  if ('stay' in beginning) return waiting(beginning.stay.id, beginning.wait);
  let node: BotNode = 'enter' in beginning ? beginning.enter : 'wake' in beginning ? beginning.wake : beginning.leave;
  let next: () => Transition | Promise<Transition>;
  if ('wake' in beginning) next = () => workOf(node.kind).wake?.(piece, node, beginning.cause) ?? { go: 'next' };
  else if ('leave' in beginning) next = () => ({ go: beginning.outlet });
  else next = () => enter(piece, node);

  const before = 'wake' in beginning && beginning.cause.kind === 'called' ? (piece.state.nodesSinceWait ?? 0) : 0;
  const most = Math.min(MAX_NODES_PER_EXECUTION, MAX_NODES - before);
  piece.state.nodesSinceWait = 0;
  for (let count = 0; count < most; count += 1) {
    let move: Transition;
    try {
      move = await next();
    } catch (error) {
      return stopped(piece, node, error);
    }
    if ('wait' in move) {
      piece.state.wait = move.wait;
      return waiting(node.id, move.wait);
    }
    if ('call' in move) {
      piece.state.nodesSinceWait = before + count + 1;
      const key = `${piece.session.id}-${piece.session.step}`;
      piece.state.wait = { kind: 'call', until: piece.now.toISOString(), tries: 0, key, request: move.call };
      return { ...waiting(node.id, piece.state.wait), status: 'active' };
    }
    piece.state.wait = null;
    if ('pause' in move) {
      piece.state.wait = { kind: 'person' };
      return paused(node.id, move.pause);
    }
    if ('over' in move) return over(node.id, move.over, 'reason' in move ? move.reason : null);
    if ('flow' in move) {
      const target = await flowTo(piece, move.flow);
      if (!target) return failed(piece, node, text('deployBotIdle'));
      piece.moveTo(move.flow, target);
    }
    const following = 'flow' in move ? piece.trigger() : piece.after(node, move.go);
    if (!following && 'orFailed' in move) return over(node.id, 'failed', move.orFailed);
    if (!following) return over(node.id, 'orOver' in move ? move.orOver : 'completed');
    node = following;
    next = () => enter(piece, node);
  }
  return failed(piece, node, text('sessionLoops', { count: before + most }));
}

/** A bot's deployed flow; for the tested bot itself, the draft under test. */
async function flowTo(
  { tx, session }: Execution,
  botId: string,
): Promise<{ versionId: string | null; flow: BotFlow } | null> {
  const { workspaceId, testFlow } = session;
  if (testFlow !== null && botId === session.botId) return { versionId: null, flow: testFlow };
  return deployedFlow(tx, workspaceId, botId);
}

function enter(piece: Execution, node: BotNode): Transition | Promise<Transition> {
  piece.happenings.push({ event: 'node_entered', node, flowBotId: piece.flowBotId });
  return workOf(node.kind).enter(piece, node);
}

/**
 * Handles a node's error: a limit pauses the session, and faults of the flow or driver fail it with a reason. Other
 * errors are not the flow's fault and are rethrown.
 */
function stopped(piece: Execution, node: BotNode, error: unknown): ExecutionResult {
  if (error instanceof Halt) {
    piece.state.wait = null;
    piece.happenings.push({ process: error.process });
    return paused(node.id, error.text);
  }
  if (error instanceof ExpressionError || error instanceof Refusal || error instanceof StepError) {
    return failed(piece, node, errorText(error));
  }
  throw error;
}

function failed(piece: Execution, node: BotNode, message: Text): ExecutionResult {
  piece.happenings.push({ event: 'node_failed', node, details: { message } });
  return over(node.id, 'failed', message);
}
