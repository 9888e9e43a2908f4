/** One end of a channel between two processes, such as a child process, or `process` itself within one. */
export interface Channel {
  send?(message: unknown, done: (error: Error | null) => void): unknown;
  on(event: 'message', listener: (message: unknown) => void): unknown;
}
type Calls<Interface> = { [Name in keyof Interface]: (argument: never) => unknown };
type Argument<Call> = Call extends (argument: infer Given) => unknown ? Given : never;
type Answer<Call> = Call extends (argument: never) => infer Given ? Awaited<Given> : never;

type Message =
  | { kind: 'call'; n: number; name: string; argument: unknown }
  | { kind: 'answer'; n: number; value: unknown }
  | { kind: 'fault'; n: number; reason: string };

/** Calls functions of another process, and serves its calls. Values travel by structured clone. */
export class IpcPeer<Theirs extends Calls<Theirs>> {
  readonly #channel: Channel;
  readonly #waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
  #next = 1;

  constructor(channel: Channel, mine: object) {
    this.#channel = channel;
    channel.on(
      'message',
      (message) => void this.#take(message as Message, mine as Record<string, (argument: unknown) => unknown>),
    );
  }

  /** Rejects with the other side's error, and when the channel is closed. */
  call<Name extends keyof Theirs & string>(
    name: Name,
    argument: Argument<Theirs[Name]>,
  ): Promise<Answer<Theirs[Name]>> {
    const n = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(n, { resolve, reject });
      this.#write({ kind: 'call', n, name, argument });
    });
  }

  /** The other process is gone: rejects all pending calls. */
  end(): void {
    for (const { reject } of this.#waiting.values()) reject(new Error('the other process has ended'));
    this.#waiting.clear();
  }

  async #take(message: Message, mine: Record<string, (argument: unknown) => unknown>): Promise<void> {
    const { n } = message;
    if (message.kind === 'call') {
      try {
        this.#write({ kind: 'answer', n, value: await mine[message.name]?.(message.argument) });
      } catch (error) {
        this.#write({ kind: 'fault', n, reason: error instanceof Error ? error.message : String(error) });
      }
      return;
    }
    const waiting = this.#waiting.get(n);
    this.#waiting.delete(n);
    if (message.kind === 'answer') waiting?.resolve(message.value as never);
    else waiting?.reject(new Error(message.reason));
  }

  #write(message: Message): void {
    // A message that cannot be written is for a process that is ending; `end` rejects the waiting calls.
    this.#channel.send?.(message, () => undefined);
  }
}
