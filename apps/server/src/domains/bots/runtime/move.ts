import type { BotNode, BotNodeKind, NodeOf } from '@switchyard/contracts/bots/flow';
import type { Piece } from './piece.ts';
import type { Call, CallAnswer, Heard, Wait } from './session-state.ts';

/** Where a node sends its session. */
export type Move =
  | { go: string }
  /** `orOver`: what the session is when the way out leads nowhere. */
  | { go: string; orOver: 'expired' }
  /** `orFailed`: why it has failed when the way out leads nowhere. */
  | { go: string; orFailed: string }
  | { wait: Exclude<Wait, { kind: 'person' | 'call' }> }
  | { call: Call }
  | { pause: string }
  | { flow: string }
  | { over: 'completed' };

/** Why a session that stood still goes on. */
export type Cause =
  | { kind: 'reply'; heard: readonly Heard[]; text: string }
  | { kind: 'time' }
  | { kind: 'called'; answer: CallAnswer };

/** What a kind of node does when a session comes to it, and when something happens that it waits for. */
export interface NodeWork<Kind extends BotNodeKind> {
  enter(piece: Piece, node: NodeOf<Kind>): Move | Promise<Move>;
  wake?(piece: Piece, node: NodeOf<Kind>, cause: Cause): Move | Promise<Move>;
}

export type AnyNodeWork = {
  enter(piece: Piece, node: BotNode): Move | Promise<Move>;
  wake?(piece: Piece, node: BotNode, cause: Cause): Move | Promise<Move>;
};
