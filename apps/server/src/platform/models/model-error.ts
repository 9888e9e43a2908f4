import { type Text, TextError, text } from '@switchyard/contracts/text/text';
import { APICallError, NoOutputGeneratedError } from 'ai';

/**
 * `key`: it is refused; `model`: there is none of this name; `tools`: it calls none; `limit`: too many requests;
 * `away`: no answer, or a broken one.
 */
export type ModelFaultKind = 'key' | 'model' | 'tools' | 'limit' | 'away';

const WORDS: Record<ModelFaultKind, Text> = {
  key: text('modelKey'),
  model: text('modelName'),
  tools: text('modelTools'),
  limit: text('modelLimit'),
  away: text('modelAway'),
};

/** A language model that did not answer; its words never hold what its server said, which may be anything. */
export class ModelError extends TextError {
  override readonly name = 'ModelFault';
  readonly kind: ModelFaultKind;
  constructor(kind: ModelFaultKind, cause?: unknown) {
    super(WORDS[kind], { cause });
    this.kind = kind;
  }
}

/** What the library has thrown, as one of ours. */
export function faultFrom(error: unknown): ModelError {
  if (error instanceof ModelError) return error;
  if (error instanceof NoOutputGeneratedError && error.cause) return faultFrom(error.cause);
  if (!APICallError.isInstance(error)) return new ModelError('away', error);
  const { statusCode = 0, responseBody = '' } = error;
  if (statusCode === 401 || statusCode === 403) return new ModelError('key', error);
  if (statusCode === 429) return new ModelError('limit', error);
  // "does not support tools" (Ollama), "tool choice requires --enable-auto-tool-choice" (vLLM).
  if (statusCode < 500 && /\btools?\b/i.test(responseBody)) return new ModelError('tools', error);
  if (statusCode === 404 || (statusCode === 400 && /model/i.test(responseBody))) return new ModelError('model', error);
  return new ModelError('away', error);
}

/** Whether a server has refused a request because it was asked what its answer costs. */
export const isAboutUsage = (error: unknown): boolean =>
  APICallError.isInstance(error) &&
  error.statusCode !== undefined &&
  error.statusCode < 500 &&
  /stream_options/.test(error.responseBody ?? '');
