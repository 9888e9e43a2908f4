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
 * Nodes in one piece of work. Over the calls between two waits there are at most as many as a flow has: more only a
 * cycle over several flows reaches.
 */
const MAX_NODES_PER_EXECUTION = 100;

/** Where a piece of work begins: at a node, at what a node waited for, behind a node, or in a wait that goes on. */
export type StartPoint =
  | { enter: BotNode }
  | { wake: BotNode; cause: WakeReason }
  | { leave: BotNode; outlet: string }
  | { stay: BotNode; wait: Wait };

/** Goes from node to node until the session waits, is paused or is over. A node that fails ends it by name. */
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
      const other = await flowTo(piece, move.flow);
      if (!other) return failed(piece, node, text('deployBotIdle'));
      piece.moveTo(move.flow, other);
    }
    const following = 'flow' in move ? piece.trigger() : piece.after(node, move.go);
    if (!following && 'orFailed' in move) return over(node.id, 'failed', move.orFailed);
    if (!following) return over(node.id, 'orOver' in move ? move.orOver : 'completed');
    node = following;
    next = () => enter(piece, node);
  }
  return failed(piece, node, text('sessionLoops', { count: before + most }));
}

/** The flow of a bot: what it has deployed; of a test's own bot, the draft that is tested. */
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
 * What a node threw: a limit pauses, what is wrong with the flow or the driver fails by name; anything else is not the
 * flow's doing.
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
