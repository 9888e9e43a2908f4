import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface ChatRequest {
  model: string;
  messages: { role: string; content: unknown }[];
  tools?: { function: { name: string } }[];
  stream?: boolean;
}

/** The model's next response: text, tool calls, or something broken that the test defines. */
export type Next =
  | { text: string }
  | { calls: { name: string; args: unknown }[] }
  | ((response: ServerResponse) => void);

/** A server that speaks chat completions with streaming and tool calls, and returns scripted responses. */
export interface ModelServer {
  baseUrl: string;
  /** The received requests, in order. */
  requests: ChatRequest[];
  /** Queues responses, one per request; after them it says `done`. */
  script(...next: Next[]): void;
  /** Answers `/embeddings` with a vector per text or, if null, with an error; by default with unit vectors. */
  embed(vectorOf: ((text: string) => readonly number[]) | null): void;
  /** The texts of each embedding request. */
  embedded: string[][];
  close(): Promise<void>;
}

export async function startModelServer(): Promise<ModelServer> {
  const requests: ChatRequest[] = [];
  const embedded: string[][] = [];
  let queue: Next[] = [];
  let vectorOf: ((text: string) => readonly number[]) | null = () => [1];
  const server = createServer(async (request, response) => {
    const body: unknown = JSON.parse(await bodyOf(request));
    if (request.url?.endsWith('/embeddings')) {
      const { input, model } = body as { input: string[]; model: string };
      embedded.push(input);
      return respondVectors(response, model, vectorOf && input.map(vectorOf));
    }
    const chatRequest = body as ChatRequest;
    requests.push(chatRequest);
    const next = queue.shift() ?? { text: 'done' };
    if (typeof next === 'function') return next(response);
    if (chatRequest.stream) return stream(response, next);
    respondAtOnce(response, 'text' in next ? next.text : '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    embedded,
    embed: (next) => {
      vectorOf = next;
      embedded.length = 0;
    },
    script: (...next) => {
      queue = next;
      requests.length = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of request) text += piece;
  return text;
}

const chunk = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;

const USAGE = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };

function respondAtOnce(response: ServerResponse, content: string): void {
  const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }];
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ id: 'x', object: 'chat.completion', created: 1, model: 'm', choices, usage: USAGE }));
}

function respondVectors(response: ServerResponse, model: string, vectors: (readonly number[])[] | null): void {
  response.writeHead(vectors ? 200 : 500, { 'content-type': 'application/json' });
  const data = vectors?.map((embedding, index) => ({ object: 'embedding', index, embedding }));
  response.end(
    JSON.stringify({ object: 'list', model, data: data ?? [], usage: { prompt_tokens: 1, total_tokens: 1 } }),
  );
}

/** Words in chunks, arguments cut anywhere, as real servers do. */
function stream(response: ServerResponse, next: { text: string } | { calls: { name: string; args: unknown }[] }): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  if ('text' in next) {
    for (const piece of next.text.match(/[\s\S]{1,7}/g) ?? [])
      response.write(chunk({ role: 'assistant', content: piece }));
    response.write(chunk({}, 'stop'));
  } else {
    for (const [index, { name, args }] of next.calls.entries()) {
      const text = typeof args === 'string' ? args : JSON.stringify(args);
      response.write(
        chunk({
          role: 'assistant',
          tool_calls: [{ index, id: `call-${index}`, type: 'function', function: { name, arguments: '' } }],
        }),
      );
      for (const piece of text.match(/[\s\S]{1,7}/g) ?? [])
        response.write(chunk({ tool_calls: [{ index, function: { arguments: piece } }] }));
    }
    response.write(chunk({}, 'tool_calls'));
  }
  response.write(
    `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [], usage: USAGE })}\n\n`,
  );
  response.end('data: [DONE]\n\n');
}
