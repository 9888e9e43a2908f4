import { type BotFlow, type BotNode, MAX_NODES } from '@switchyard/contracts/bots/flow';
import { type Text, text } from '@switchyard/contracts/text/text';
import { Refusal } from '../../../platform/refusal.ts';
import { ExpressionError } from '../flow/expressions.ts';
import { deployedFlow } from './deployed-flow.ts';
import { errorText } from './error-text.ts';
import { type Execution, Halt, StepError } from './execution.ts';
import { type ExecutionResult, finished, paused, waiting } from './execution-result.ts';
import { handlerOf } from './nodes.ts';
import type { Wait } from './session-state.ts';
import type { Transition, WakeReason } from './transition.ts';

/**
 * Maximum nodes per execution. Between two waits, across external calls, it is the number of nodes in a flow, which
 * only a cycle over several flows exceeds.
 */
const MAX_NODES_PER_EXECUTION = 100;

/** Where an execution starts: at a node, at a node whose wait ended, after a node, or in a wait that continues. */
export type StartPoint =
  | { enter: BotNode }
  | { wake: BotNode; cause: WakeReason }
  | { leave: BotNode; outlet: string }
  | { stay: BotNode; wait: Wait };

/** Runs nodes until the session waits, pauses or ends. A failing node ends it with a reason. */
export async function runNodes(execution: Execution, start: StartPoint): Promise<ExecutionResult> {
  if ('stay' in start) return waiting(start.stay.id, start.wait);
  let node: BotNode = 'enter' in start ? start.enter : 'wake' in start ? start.wake : start.leave;
  let next: () => Transition | Promise<Transition>;
  if ('wake' in start) next = () => handlerOf(node.kind).wake?.(execution, node, start.cause) ?? { go: 'next' };
  else if ('leave' in start) next = () => ({ go: start.outlet });
  else next = () => enterNode(execution, node);

  const before = 'wake' in start && start.cause.kind === 'called' ? (execution.state.nodesSinceWait ?? 0) : 0;
  const maximum = Math.min(MAX_NODES_PER_EXECUTION, MAX_NODES - before);
  execution.state.nodesSinceWait = 0;
  for (let count = 0; count < maximum; count += 1) {
    let move: Transition;
    try {
      move = await next();
    } catch (error) {
      return handleError(execution, node, error);
    }
    if ('wait' in move) {
      execution.state.wait = move.wait;
      return waiting(node.id, move.wait);
    }
    if ('call' in move) {
      execution.state.nodesSinceWait = before + count + 1;
      const key = `${execution.session.id}-${execution.session.step}`;
      execution.state.wait = { kind: 'call', until: execution.now.toISOString(), tries: 0, key, request: move.call };
      return { ...waiting(node.id, execution.state.wait), status: 'active' };
    }
    execution.state.wait = null;
    if ('pause' in move) {
      execution.state.wait = { kind: 'person' };
      return paused(node.id, move.pause);
    }
    if ('over' in move) return finished(node.id, move.over, 'reason' in move ? move.reason : null);
    if ('flow' in move) {
      const target = await findTargetFlow(execution, move.flow);
      if (!target) return failed(execution, node, text('deployBotIdle'));
      execution.switchFlow(move.flow, target);
    }
    const following = 'flow' in move ? execution.trigger() : execution.nextNode(node, move.go);
    if (!following && 'orFailed' in move) return finished(node.id, 'failed', move.orFailed);
    if (!following) return finished(node.id, 'orOver' in move ? move.orOver : 'completed');
    node = following;
    next = () => enterNode(execution, node);
  }
  return failed(execution, node, text('sessionLoops', { count: before + maximum }));
}

/** A bot's deployed flow; for the tested bot itself, the draft under test. */
async function findTargetFlow(
  { tx, session }: Execution,
  botId: string,
): Promise<{ versionId: string | null; flow: BotFlow } | null> {
  const { workspaceId, testFlow } = session;
  if (testFlow !== null && botId === session.botId) return { versionId: null, flow: testFlow };
  return deployedFlow(tx, workspaceId, botId);
}

function enterNode(execution: Execution, node: BotNode): Transition | Promise<Transition> {
  execution.botEvents.push({ event: 'node_entered', node, flowBotId: execution.flowBotId });
  return handlerOf(node.kind).enter(execution, node);
}

/**
 * Handles a node's error: a limit pauses the session, and faults of the flow or driver fail it with a reason. Other
 * errors are not the flow's fault and are rethrown.
 */
function handleError(execution: Execution, node: BotNode, error: unknown): ExecutionResult {
  if (error instanceof Halt) {
    execution.state.wait = null;
    execution.botEvents.push({ process: error.process });
    return paused(node.id, error.text);
  }
  if (error instanceof ExpressionError || error instanceof Refusal || error instanceof StepError) {
    return failed(execution, node, errorText(error));
  }
  throw error;
}

function failed(execution: Execution, node: BotNode, message: Text): ExecutionResult {
  execution.botEvents.push({ event: 'node_failed', node, details: { message } });
  return finished(node.id, 'failed', message);
}
