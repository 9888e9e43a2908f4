import type { Body, MediaType } from '../network/body.ts';
import type { CloseReason, Receipt, Restriction, SendReply, SendRequest, StoredMessage } from '../network/model.ts';

/**
 * What an engine and the network say to each other over `/simulator/engine`: JSON text frames, each an array of these.
 * `n` pairs a question with its answer; any number of questions may be under way.
 * A binary frame from an engine is a file, to be named by its SHA-256 in messages that are sent after it.
 */
export type EngineFrame =
  /** First: open the link, or with `pair` ask for codes to show. */
  | { op: 'connect'; device: string; secret: string; account: string }
  | { op: 'pair'; device: string; secret: string }
  | { op: 'pairing-code'; n: number; number: string }
  | { op: 'send'; n: number; request: SendRequest }
  | { op: 'received-receipts'; cursor: number }
  | { op: 'received-messages'; cursor: number }
  | { op: 'look-up'; n: number; numbers: string[] }
  | { op: 'probe'; n: number; ids: string[] }
  | { op: 'log-out' };

export type NetworkFrame =
  | { op: 'open'; account: string }
  | { op: 'closed'; reason: CloseReason }
  | { op: 'qr'; text: string; expiresInMs: number }
  | { op: 'paired'; account: string }
  | { op: 'pairing-expired' }
  | { op: 'pairing-code'; n: number; code: string | null }
  | { op: 'reply'; n: number; reply: SendReply }
  | { op: 'receipts'; receipts: Receipt[]; cursor: number }
  | { op: 'messages'; messages: StoredMessage[]; cursor: number }
  | { op: 'restriction'; restriction: Restriction | null }
  | { op: 'looked-up'; n: number; numbers: { number: string; exists: boolean }[] }
  | { op: 'probed'; n: number; levels: { id: string; level: 0 | 1 | 2 | 3 }[] };

export type { Body, CloseReason, MediaType, Receipt, Restriction, SendReply, SendRequest, StoredMessage };
