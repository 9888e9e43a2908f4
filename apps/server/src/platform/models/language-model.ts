import {
  tool as describeTool,
  generateText as generate,
  isStepCount,
  type ModelMessage,
  streamText,
  type ToolSet,
} from 'ai';
import { toJSONSchema, type ZodType, z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { isUsageRefusal, ModelError, toModelError } from './model-error.ts';
import { providerOf } from './provider.ts';

/** A message of the conversation so far, or the current question. */
export type ChatTurn = { role: 'user' | 'assistant'; content: string };
/** Tokens as reported by the model's server; 0 if it reports none. */
export interface Usage {
  input: number;
  output: number;
}

/** A tool that a model may call. */
export interface ModelTool {
  name: string;
  description: string;
  input: ZodType;
  /** @returns the result for the model. Never throws */
  call(args: unknown): Promise<unknown>;
}

/** Longer responses are truncated: nobody reads them, and a page must not hang. */
const MAX_CHARACTERS = 20_000;

const modelOf = (endpoint: Endpoint, includeUsage = true) => providerOf(endpoint, includeUsage)(endpoint.model);

const usageOf = (usage: { inputTokens?: number | undefined; outputTokens?: number | undefined }): Usage => ({
  input: usage.inputTokens ?? 0,
  output: usage.outputTokens ?? 0,
});

interface GenerationRequest {
  system: string;
  messages: readonly ChatTurn[];
  timeoutMs: number;
}

/** Generates a text with a model. @throws ModelError */
export async function generateText(
  endpoint: Endpoint,
  { system, messages, timeoutMs }: GenerationRequest,
): Promise<{ text: string; usage: Usage }> {
  try {
    const result = await generate({
      model: modelOf(endpoint),
      instructions: system,
      messages: [...messages],
      maxRetries: 0,
      abortSignal: AbortSignal.timeout(timeoutMs),
    });
    return { text: result.text.slice(0, MAX_CHARACTERS), usage: usageOf(result.totalUsage) };
  } catch (error) {
    throw toModelError(error);
  }
}

/**
 * Extracts a value that fits a schema. The schema is part of the instructions, because many servers do not accept one
 * in a separate field.
 * @throws ModelError also if the response does not fit the schema
 */
export async function extract<Value>(
  endpoint: Endpoint,
  { schema, ...request }: GenerationRequest & { schema: ZodType<Value> },
): Promise<{ value: Value; usage: Usage }> {
  const form = JSON.stringify(toJSONSchema(schema));
  const system = `${request.system}\nAnswer with one JSON object that fits this schema, and with nothing else:\n${form}`;
  const { text, usage } = await generateText(endpoint, { ...request, system });
  const parsed = schema.safeParse(objectIn(text));
  if (!parsed.success) throw new ModelError('away', parsed.error);
  return { value: parsed.data, usage };
}

/** The JSON object in a model's text, possibly in a code block or after other words; undefined if there is none. */
function objectIn(text: string): unknown {
  try {
    return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
  } catch {
    return undefined;
  }
}

interface Conversation {
  instructions: string;
  messages: readonly ChatTurn[];
  tools: readonly ModelTool[];
  /** Maximum responses of the model, each of which may call tools. Then the turn ends, even if it wants more. */
  maxSteps: number;
  signal: AbortSignal;
  /** Accumulates the tokens of each response, even if the turn fails. */
  usage: Usage;
  /** Called with the text so far as it streams. */
  onText(text: string): void;
}

/**
 * Runs a conversation in which the model may call tools. Calls of unknown tools and malformed arguments are reported to
 * the model and do not reach a tool.
 * @returns the model's text, and whether it was cut off
 * @throws ModelError, or the signal's reason
 */
export async function converse(
  endpoint: Endpoint,
  conversation: Conversation,
  includeUsage = true,
): Promise<{ text: string; isCut: boolean }> {
  const tools: ToolSet = Object.fromEntries(
    conversation.tools.map(({ name, description, input, call }) => [
      name,
      describeTool({ description, inputSchema: input, execute: (args: unknown) => call(args) }),
    ]),
  );
  const cut = new AbortController();
  let text = '';
  let isCut = false;
  try {
    const answer = streamText({
      model: modelOf(endpoint, includeUsage),
      instructions: conversation.instructions,
      messages: [...conversation.messages] satisfies ModelMessage[],
      tools,
      stopWhen: isStepCount(conversation.maxSteps),
      maxRetries: 0,
      abortSignal: AbortSignal.any([conversation.signal, cut.signal]),
      // Errors are handled below, where the stream reports them.
      onError: () => undefined,
    });
    for await (const part of answer.stream) {
      if (part.type === 'error') throw part.error;
      if (part.type === 'abort') break;
      if (part.type === 'finish-step') {
        const { input, output } = usageOf(part.usage);
        conversation.usage.input += input;
        conversation.usage.output += output;
        isCut = part.finishReason === 'tool-calls';
      }
      if (part.type !== 'text-delta') continue;
      text += part.text;
      if (text.length > MAX_CHARACTERS) {
        text = `${text.slice(0, MAX_CHARACTERS)}…`;
        isCut = true;
        cut.abort();
        break;
      }
      conversation.onText(text);
    }
  } catch (error) {
    conversation.signal.throwIfAborted();
    // Some servers refuse unknown fields: retry without requesting the usage.
    if (includeUsage && isUsageRefusal(error)) return converse(endpoint, conversation, false);
    throw toModelError(error);
  }
  conversation.signal.throwIfAborted();
  return { text, isCut };
}

/** Result of testing an endpoint. `tools`: it responds but does not call tools, so the planner stays in charge. */
export type EndpointTest = 'ok' | 'tools' | ModelError['kind'];

/** Tests an endpoint; distinguishes a wrong key, an unknown model, and a model that does not call tools. */
export async function testEndpoint(endpoint: Endpoint, timeoutMs: number): Promise<EndpointTest> {
  let isCalled = false;
  const tool: ModelTool = {
    name: 'report_ready',
    description: 'Reports that you can call tools.',
    input: z.object({}),
    call: async () => {
      isCalled = true;
      return { ok: true };
    },
  };
  try {
    const messages: ChatTurn[] = [
      { role: 'user', content: 'Call the tool report_ready once, then answer with the word ready.' },
    ];
    await converse(endpoint, {
      instructions: 'You test a connection.',
      messages,
      tools: [tool],
      maxSteps: 2,
      signal: AbortSignal.timeout(timeoutMs),
      usage: { input: 0, output: 0 },
      onText: () => undefined,
    });
  } catch (error) {
    return error instanceof ModelError ? error.kind : 'away';
  }
  return isCalled ? 'ok' : 'tools';
}
