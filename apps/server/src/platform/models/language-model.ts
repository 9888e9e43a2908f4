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
import { faultFrom, isAboutUsage, ModelError } from './model-error.ts';
import { providerOf } from './provider.ts';

/** What was said before, and what is asked. */
export type ChatTurn = { role: 'user' | 'assistant'; content: string };
/** Tokens, as the model's server counts them; 0 where it does not say. */
export interface Usage {
  input: number;
  output: number;
}

/** Something that a model may have done. */
export interface ModelTool {
  name: string;
  description: string;
  input: ZodType;
  /** @returns what the model is told of it. Never throws */
  call(args: unknown): Promise<unknown>;
}

/** An answer beyond this is cut: nobody reads it, and a page must not hang. */
const MAX_CHARACTERS = 20_000;

const modelOf = (endpoint: Endpoint, includeUsage = true) => providerOf(endpoint, includeUsage)(endpoint.model);

const usageOf = (usage: { inputTokens?: number | undefined; outputTokens?: number | undefined }): Usage => ({
  input: usage.inputTokens ?? 0,
  output: usage.outputTokens ?? 0,
});

interface Asks {
  system: string;
  messages: readonly ChatTurn[];
  timeoutMs: number;
}

/** Has a model write a text. @throws ModelFault */
export async function generateText(
  endpoint: Endpoint,
  { system, messages, timeoutMs }: Asks,
): Promise<{ text: string; usage: Usage }> {
  try {
    const made = await generate({
      model: modelOf(endpoint),
      instructions: system,
      messages: [...messages],
      maxRetries: 0,
      abortSignal: AbortSignal.timeout(timeoutMs),
    });
    return { text: made.text.slice(0, MAX_CHARACTERS), usage: usageOf(made.totalUsage) };
  } catch (error) {
    throw faultFrom(error);
  }
}

/**
 * Has a model fill in what a schema asks for. The schema is in its instructions: by far not every server takes one in a
 * field of its own.
 * @throws ModelFault also where its answer does not fit the schema
 */
export async function extract<Value>(
  endpoint: Endpoint,
  { schema, ...asks }: Asks & { schema: ZodType<Value> },
): Promise<{ value: Value; usage: Usage }> {
  const form = JSON.stringify(toJSONSchema(schema));
  const system = `${asks.system}\nAnswer with one JSON object that fits this schema, and with nothing else:\n${form}`;
  const { text, usage } = await generateText(endpoint, { ...asks, system });
  const read = schema.safeParse(objectIn(text));
  if (!read.success) throw new ModelError('away', read.error);
  return { value: read.data, usage };
}

/**
 * The JSON object in what a model wrote, which may stand in a block of code or after other words; undefined: there is
 * none.
 */
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
  /** Answers of the model, each of which may call tools; then it ends, whatever it still wants. */
  mostSteps: number;
  signal: AbortSignal;
  /** What each answer of it has cost is added here, also where none comes of the whole. */
  usage: Usage;
  /** The text so far, as it comes. */
  onText(text: string): void;
}

/**
 * Has a model answer with tools at hand. Calls of unknown tools and malformed arguments are told to the model and not
 * to the tool.
 * @returns what it wrote, and whether it was cut;
 * @throws ModelFault, or the signal's reason
 */
export async function converse(
  endpoint: Endpoint,
  asks: Conversation,
  includeUsage = true,
): Promise<{ text: string; isCut: boolean }> {
  const tools: ToolSet = Object.fromEntries(
    asks.tools.map(({ name, description, input, call }) => [
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
      instructions: asks.instructions,
      messages: [...asks.messages] satisfies ModelMessage[],
      tools,
      stopWhen: isStepCount(asks.mostSteps),
      maxRetries: 0,
      abortSignal: AbortSignal.any([asks.signal, cut.signal]),
      // What it throws is met below, where the stream tells of it.
      onError: () => undefined,
    });
    for await (const part of answer.stream) {
      if (part.type === 'error') throw part.error;
      if (part.type === 'abort') break;
      if (part.type === 'finish-step') {
        const { input, output } = usageOf(part.usage);
        asks.usage.input += input;
        asks.usage.output += output;
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
      asks.onText(text);
    }
  } catch (error) {
    asks.signal.throwIfAborted();
    // Some servers refuse what they do not know: these do not say what an answer costs.
    if (includeUsage && isAboutUsage(error)) return converse(endpoint, asks, false);
    throw faultFrom(error);
  }
  asks.signal.throwIfAborted();
  return { text, isCut };
}

/** How an endpoint stands. `tools`: it answers, and calls no tools, so the planner stays in charge. */
export type EndpointTest = 'ok' | 'tools' | ModelError['kind'];

/** Tries an endpoint: a wrong key, an unknown model and one that calls no tools are told apart. */
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
      mostSteps: 2,
      signal: AbortSignal.timeout(timeoutMs),
      usage: { input: 0, output: 0 },
      onText: () => undefined,
    });
  } catch (error) {
    return error instanceof ModelError ? error.kind : 'away';
  }
  return isCalled ? 'ok' : 'tools';
}
