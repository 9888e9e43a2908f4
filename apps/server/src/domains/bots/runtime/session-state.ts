import type { FieldType } from '@switchyard/contracts/bots/flow';
import type { ReceivedKind } from '@switchyard/contracts/engine/protocol';
import type { Text } from '@switchyard/contracts/text/registry';

/** Values that a flow's variables may hold. */
export type Value = string | number | boolean | null | Value[] | { [name: string]: Value };
export type Values = Record<string, Value>;

/**
 * Maximum JSON length of one value; all variables have a limit too, since every step writes them to the session's row.
 */
export const MAX_VALUE_LENGTH = 64 * 1024;
export const MAX_VARIABLES_LENGTH = 512 * 1024;

/** A message received from the contact. */
export interface InboxMessage {
  /** Id in `received_messages`; a test makes its own. */
  id: string;
  kind: ReceivedKind;
  text: string;
  choices: string[] | null;
  fileName: string | null;
  /** When it was written, by WhatsApp's clock, and when we received it: ISO 8601. */
  at: string;
  heardAt: string;
}

/** `standIn`: unguessable placeholder in the body until the call is made. */
interface CallSecret {
  header: string;
  place?: 'header' | 'query' | 'body' | undefined;
  secretId: string;
  standIn?: string | undefined;
}

/** A node's request to another server. */
export interface HttpCall {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  /** Secret headers and parts of the URL and body, inserted only when the call is made. */
  secrets?: CallSecret[];
  body: string | null;
  timeoutSeconds: number;
}

/** A node's request to the workspace's language model. */
export interface ModelCall {
  system: string;
  messages: { role: 'user' | 'assistant'; content: string }[];
  /** Fields to extract from the messages; null to write a text. */
  fields: { variable: string; type: FieldType; description: string }[] | null;
  timeoutSeconds: number;
}

/** A node's search in the knowledge bases, for which an embedding model embeds the question. */
export interface KnowledgeCall {
  knowledgeBaseIds: readonly string[];
  question: string;
  limit: number;
  timeoutSeconds: number;
}

/** The file of a contact's message, to be downloaded by the engine. */
export interface FileCall {
  /** Id in `received_messages`. */
  receivedId: string;
  fileName: string;
  timeoutSeconds: number;
}

/** A file as stored in a variable. */
export type FileValue = {
  fileName: string;
  /** Null if the engine could not download the file. */
  fileId: string | null;
  /** Download address for members who may read the workspace's files. */
  url: string | null;
  mimeType: string | null;
  bytes: number | null;
};

/** Calls made outside the database transaction. */
export type Call = HttpCall | ModelCall | KnowledgeCall | FileCall;

/** The result of a call; `fault` describes a failure; `status` is an HTTP status, null for a model. */
export type CallAnswer = { ok: true; status: number | null; value: Value } | { ok: false; fault: Text };

/** What a session waits for. */
export type Wait =
  | { kind: 'reply'; until: string | null; tries: number }
  | { kind: 'delay'; until: string }
  /** A call made outside the database transaction; `key` is the same for both tries. */
  | { kind: 'call'; until: string; tries: number; key: string; request: Call }
  /** A person has taken over; the flow continues after its node. */
  | { kind: 'person' };

/** State that a session keeps between executions. */
export interface SessionState {
  vars: Values;
  wait: Wait | null;
  /** The text of the latest input. */
  lastText: string;
  /** Nodes run since the last wait for a person or a time, including those before the pending call. */
  nodesSinceWait?: number;
  /** When a person last resumed it, by the database's clock: ISO 8601. */
  resumedAt?: string;
  /** Number of automation runs that led to the conversation; omitted if none did. */
  depth?: number;
}

export const newState = (): SessionState => ({ vars: {}, wait: null, lastText: '' });
