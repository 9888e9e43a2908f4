import type { Body, MediaType, SettingBody } from '../network/body.ts';
import type {
  ChangedGroup,
  ChatState,
  CloseReason,
  Group,
  GroupChange,
  NetworkMessage,
  Receipt,
  Restriction,
  SendReply,
  SendRequest,
  StoredMessage,
} from '../network/model.ts';
import type { Picture } from '../network/phones.ts';

/**
 * The frames between an engine and the network on `/simulator/engine`: JSON text frames, each an array of these. `n`
 * pairs a request with its answer; any number of requests may be pending. A binary frame from an engine is a file, to
 * be named by its SHA-256 in later messages.
 */
export type EngineFrame =
  /** First frame: opens the link, or requests codes with `pair`. */
  | { op: 'connect'; device: string; secret: string; account: string }
  | { op: 'pair'; device: string; secret: string }
  | { op: 'pairing-code'; n: number; number: string }
  | { op: 'send'; n: number; request: SendRequest }
  | { op: 'received-receipts'; cursor: number }
  | { op: 'received-messages'; cursor: number }
  | { op: 'look-up'; n: number; numbers: string[] }
  | { op: 'probe'; n: number; ids: string[] }
  | { op: 'file'; n: number; sha256: string }
  | { op: 'picture'; n: number; address: string }
  | { op: 'group'; n: number; id: string }
  | { op: 'change-group'; n: number; change: GroupChange }
  | { op: 'common-groups'; n: number; number: string }
  | { op: 'history'; n: number; chat: string; before: string | null; count: number }
  | { op: 'typing'; chat: string; isTyping: boolean }
  | { op: 'log-out' };

export type NetworkFrame =
  | { op: 'open'; account: string }
  | { op: 'closed'; reason: CloseReason }
  | { op: 'qr'; text: string; expiresInMs: number }
  | { op: 'paired'; account: string }
  | { op: 'pairing-expired' }
  | { op: 'pairing-code'; n: number; code: string | null; lifeMs: number }
  | { op: 'reply'; n: number; reply: SendReply }
  | { op: 'receipts'; receipts: Receipt[]; cursor: number }
  | { op: 'messages'; messages: NetworkMessage[]; cursor: number }
  | { op: 'chats'; chats: ChatState[] }
  | { op: 'restriction'; restriction: Restriction | null }
  | { op: 'looked-up'; n: number; numbers: { number: string; exists: boolean }[] }
  | { op: 'probed'; n: number; levels: { id: string; level: 0 | 1 | 2 | 3 }[] }
  /** Null if the network no longer has it. */
  | { op: 'file'; n: number; base64: string | null }
  /** Oldest first. */
  | { op: 'history'; n: number; messages: NetworkMessage[] }
  /** The picture file of a person or group; null if there is none. */
  | { op: 'picture'; n: number; picture: Picture | null }
  /** Null if the account is not in such a group. */
  | { op: 'group'; n: number; group: Group | null }
  | { op: 'changed-group'; n: number; changed: ChangedGroup }
  | { op: 'common-groups'; n: number; ids: string[] };

export type {
  Body,
  ChatState,
  CloseReason,
  Group,
  GroupChange,
  MediaType,
  NetworkMessage,
  Receipt,
  SendReply,
  SettingBody,
  StoredMessage,
};
