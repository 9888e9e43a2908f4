import type { EngineFrame, NetworkFrame } from '@switchyard/whatsapp-simulator/frames';
import { WebSocket } from 'ws';

const OPEN_TIMEOUT_MS = 10_000;
const PING_MS = 20_000;

type WithoutNumber<Frame> = Frame extends { n: number } ? Omit<Frame, 'n'> : never;
type Request = WithoutNumber<EngineFrame>;
type Answer = Extract<NetworkFrame, { n: number }>;

/** A WebSocket to the simulated network. Frames of one turn of the event loop are sent together. */
export class SimulatorSocket {
  readonly #socket: WebSocket;
  readonly #requests = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>();
  #outbox: EngineFrame[] = [];
  #nextNumber = 1;
  #alive = true;
  #pinger: NodeJS.Timeout | undefined;

  constructor(
    simulatorUrl: string,
    handlers: { opened: () => void; frame: (frame: NetworkFrame) => void; closed: (reason: string) => void },
  ) {
    const url = new URL(simulatorUrl.replace(/^http/, 'ws'));
    url.pathname = `${url.pathname.replace(/\/(simulator\/?)?$/, '')}/simulator/engine`;
    this.#socket = new WebSocket(url, { handshakeTimeout: OPEN_TIMEOUT_MS, perMessageDeflate: false });
    let reason = 'the connection was closed';
    this.#socket.on('open', () => {
      this.#pinger = setInterval(() => this.#ping(), PING_MS);
      handlers.opened();
    });
    this.#socket.on('pong', () => {
      this.#alive = true;
    });
    this.#socket.on('message', (data) => {
      for (const frame of JSON.parse(String(data)) as NetworkFrame[]) {
        if (!this.#answer(frame)) handlers.frame(frame);
      }
    });
    this.#socket.on('error', (error) => {
      reason = error.message;
    });
    this.#socket.on('close', () => {
      clearInterval(this.#pinger);
      for (const { reject } of this.#requests.values()) reject(new Error(reason));
      this.#requests.clear();
      handlers.closed(reason);
    });
  }

  tell(frame: EngineFrame): void {
    if (this.#outbox.push(frame) > 1) return;
    setImmediate(() => {
      const frames = this.#outbox;
      this.#outbox = [];
      if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frames));
    });
  }

  /** Uploads a file to the network, ahead of all later frames. */
  upload(content: Uint8Array): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(content);
  }

  /** Rejects if the connection breaks or no answer arrives in time. */
  ask(request: Request, timeoutMs: number): Promise<Answer> {
    if (this.#socket.readyState !== WebSocket.OPEN) return Promise.reject(new Error('not connected'));
    const n = this.#nextNumber++;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#requests.delete(n);
        reject(new Error(`no answer within ${timeoutMs} ms`));
      }, timeoutMs);
      const done = <Value>(settle: (value: Value) => void) => {
        return (value: Value) => {
          clearTimeout(timer);
          settle(value);
        };
      };
      this.#requests.set(n, { resolve: done(resolve), reject: done(reject) });
      this.tell({ ...request, n } as EngineFrame);
    });
  }

  /** Closes immediately. */
  end(): void {
    this.#socket.terminate();
  }

  #answer(frame: NetworkFrame): boolean {
    if (!('n' in frame)) return false;
    this.#requests.get(frame.n)?.resolve(frame);
    this.#requests.delete(frame.n);
    return true;
  }

  #ping(): void {
    if (!this.#alive) {
      this.#socket.terminate();
      return;
    }
    this.#alive = false;
    this.#socket.ping();
  }
}
