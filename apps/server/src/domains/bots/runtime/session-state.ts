import type { FieldType } from '@switchyard/contracts/bots/flow';
import type { ReceivedKind } from '@switchyard/contracts/engine/protocol';
import type { Text } from '@switchyard/contracts/text/registry';

/** What variables of a flow may hold. */
export type Value = string | number | boolean | null | Value[] | { [name: string]: Value };
export type Values = Record<string, Value>;

/** Of a value, and of all that a session keeps, as JSON: it is in the session's row at every step. */
export const MAX_VALUE_LENGTH = 64 * 1024;
export const MAX_KEPT_LENGTH = 512 * 1024;

/** A message that was heard from the contact. */
export interface InboxMessage {
  /** Of `received_messages`; of a test, of its own. */
  id: string;
  kind: ReceivedKind;
  text: string;
  choices: string[] | null;
  fileName: string | null;
  /** When it was written, by WhatsApp, and when we heard of it: ISO 8601. */
  at: string;
  heardAt: string;
}

/** `standIn`: what stands in the body until then, a text that nobody can have guessed. */
interface CallSecret {
  header: string;
  place?: 'header' | 'query' | 'body' | undefined;
  secretId: string;
  standIn?: string | undefined;
}

/** What a node asks of another server. */
export interface HttpCall {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  /** Headers, and parts of the address and the body, that are put in where the call is made, and nowhere before. */
  secrets?: CallSecret[];
  body: string | null;
  timeoutSeconds: number;
}

/** What a node asks of the workspace's language model. */
export interface ModelCall {
  system: string;
  messages: { role: 'user' | 'assistant'; content: string }[];
  /** What is to be read out of the messages; null: a text is written. */
  fields: { variable: string; type: FieldType; description: string }[] | null;
  timeoutSeconds: number;
}

/** What a node asks of the knowledge, of which an embedding model is asked what the question means. */
export interface KnowledgeCall {
  knowledgeBaseIds: readonly string[];
  question: string;
  limit: number;
  timeoutSeconds: number;
}

/** The file of a message that the contact sent, brought by the engine. */
export interface FileCall {
  /** Of `received_messages`. */
  receivedId: string;
  fileName: string;
  timeoutSeconds: number;
}

/** A file as a variable keeps it. */
export type FileValue = {
  fileName: string;
  /** Null: it is not stored, as the engine could not bring it. */
  fileId: string | null;
  /** Where whoever may read files of the workspace reads it. */
  url: string | null;
  mimeType: string | null;
  bytes: number | null;
};

/** What is asked outside of the database's transaction. */
export type Call = HttpCall | ModelCall | KnowledgeCall | FileCall;

/** What came of a call; `fault` in words; `status`: of another server, null from a model. */
export type CallAnswer = { ok: true; status: number | null; value: Value } | { ok: false; fault: Text };

/** What a session stands still for. */
export type Wait =
  | { kind: 'reply'; until: string | null; tries: number }
  | { kind: 'delay'; until: string }
  /** A call that is made outside of the database's transaction; `key`: the same for both tries. */
  | { kind: 'call'; until: string; tries: number; key: string; request: Call }
  /** A person has it, and it goes on behind its node. */
  | { kind: 'person' };

/** What a session keeps between pieces of work. */
export interface SessionState {
  vars: Values;
  wait: Wait | null;
  /** The words of the latest input. */
  lastText: string;
  /** Of the nodes since somebody or some time was waited for, those before the call that it waits for. */
  nodesSinceWait?: number;
  /** When a person last had it go on, by the database's clock: ISO 8601. */
  resumedAt?: string;
  /** How many runs of automations led to the conversation; left out: none began it. */
  depth?: number;
}

export const newState = (): SessionState => ({ vars: {}, wait: null, lastText: '' });
