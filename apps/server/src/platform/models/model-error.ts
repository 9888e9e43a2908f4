import { type Text, TextError, text } from '@switchyard/contracts/text/text';
import { APICallError, NoOutputGeneratedError } from 'ai';

/**
 * `key`: the key is refused · `model`: there is no such model · `tools`: it does not call tools · `limit`: too many
 * requests · `away`: no response, or an invalid one.
 */
export type ModelFaultKind = 'key' | 'model' | 'tools' | 'limit' | 'away';

const TEXTS: Record<ModelFaultKind, Text> = {
  key: text('modelKey'),
  model: text('modelName'),
  tools: text('modelTools'),
  limit: text('modelLimit'),
  away: text('modelAway'),
};

/** A language model did not respond. The text never contains the server's message, which may be anything. */
export class ModelError extends TextError {
  override readonly name = 'ModelFault';
  readonly kind: ModelFaultKind;
  constructor(kind: ModelFaultKind, cause?: unknown) {
    super(TEXTS[kind], { cause });
    this.kind = kind;
  }
}

/** Converts an error of the library. */
export function toModelError(error: unknown): ModelError {
  if (error instanceof ModelError) return error;
  if (error instanceof NoOutputGeneratedError && error.cause) return toModelError(error.cause);
  if (!APICallError.isInstance(error)) return new ModelError('away', error);
  const { statusCode = 0, responseBody = '' } = error;
  if (statusCode === 401 || statusCode === 403) return new ModelError('key', error);
  if (statusCode === 429) return new ModelError('limit', error);
  // "does not support tools" (Ollama), "tool choice requires --enable-auto-tool-choice" (vLLM).
  if (statusCode < 500 && /\btools?\b/i.test(responseBody)) return new ModelError('tools', error);
  if (statusCode === 404 || (statusCode === 400 && /model/i.test(responseBody))) return new ModelError('model', error);
  return new ModelError('away', error);
}

/** Whether a server refused a request because it asked for the token usage. */
export const isUsageRefusal = (error: unknown): boolean =>
  APICallError.isInstance(error) &&
  error.statusCode !== undefined &&
  error.statusCode < 500 &&
  /stream_options/.test(error.responseBody ?? '');
