import type { BotNode, BotNodeKind, NodeOf } from '@switchyard/contracts/bots/flow';
import type { Text } from '@switchyard/contracts/text/registry';
import type { Execution } from './execution.ts';
import type { Call, CallAnswer, InboxMessage, Wait } from './session-state.ts';

/** Where a node sends its session. */
export type Transition =
  | { go: string }
  /** `orOver`: the session's final status when the outlet is unconnected. */
  | { go: string; orOver: 'expired' }
  /** `orFailed`: the failure reason when the outlet is unconnected. */
  | { go: string; orFailed: Text }
  | { wait: Exclude<Wait, { kind: 'person' | 'call' }> }
  | { call: Call }
  | { pause: Text }
  | { flow: string }
  | { over: 'completed' }
  | { over: 'ended'; reason: Text };

/** Why a waiting session continues. */
export type WakeReason =
  | { kind: 'reply'; heard: readonly InboxMessage[]; text: string }
  | { kind: 'time' }
  | { kind: 'called'; answer: CallAnswer };

/** A node kind's behaviour when a session enters it and when its wait ends. */
export interface NodeHandler<Kind extends BotNodeKind> {
  enter(execution: Execution, node: NodeOf<Kind>): Transition | Promise<Transition>;
  wake?(execution: Execution, node: NodeOf<Kind>, cause: WakeReason): Transition | Promise<Transition>;
}

export type AnyNodeHandler = {
  enter(execution: Execution, node: BotNode): Transition | Promise<Transition>;
  wake?(execution: Execution, node: BotNode, cause: WakeReason): Transition | Promise<Transition>;
};
