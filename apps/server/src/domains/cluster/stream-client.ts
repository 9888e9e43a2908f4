import type { Writable } from 'node:stream';
import type { ClusterState } from './picture/cluster-state.ts';

/**
 * A browser that lags by more than this is written no more until it has caught up; then it goes on from its place, or
 * anew.
 */
const MAX_UNSENT_BYTES = 4 * 1024 * 1024;

/** One browser's end of the stream. It never skips a change: what cannot be told in order is told by a new snapshot. */
export class StreamClient {
  readonly #picture: ClusterState;
  readonly #response: Writable;
  /** The last place in the order that was written; -1: none. */
  #sent: number;
  /** `live`: told every change. `catching-up`: a snapshot is being made for it. `behind`: it must read first. */
  #state: 'live' | 'catching-up' | 'behind' = 'live';
  readonly #stopListening: () => void;

  constructor(picture: ClusterState, response: Writable, cursor: string | null) {
    this.#picture = picture;
    this.#response = response;
    this.#sent = (cursor === null ? null : picture.log.placeOf(cursor)) ?? -1;
    const isResumed = this.#sent >= 0;
    this.#catchUp();
    if (isResumed && this.#state === 'live') this.heartbeat();
    this.#stopListening = picture.listen((sequence, line) => this.#tell(sequence, line));
    response.on('drain', () => {
      if (this.#state === 'behind') this.#catchUp();
    });
  }

  heartbeat(): void {
    if (this.#state === 'live') this.#write(this.#picture.heartbeat());
  }

  stop(): void {
    this.#stopListening();
  }

  #tell(sequence: number, line: Buffer): void {
    if (this.#state !== 'live' || sequence <= this.#sent) return;
    this.#write(line);
    this.#sent = sequence;
  }

  /** Writes what came after its place; a whole snapshot first when that is not known any more. */
  #catchUp(): void {
    const missed = this.#sent < 0 ? null : this.#picture.log.since(this.#sent);
    if (!missed) {
      this.#state = 'catching-up';
      void this.#picture.snapshot().then(({ sequence, lines }) => {
        if (this.#response.destroyed) return;
        for (const line of lines) this.#write(line);
        this.#sent = sequence;
        this.#catchUp();
      });
      return;
    }
    this.#state = 'live';
    for (const { line } of missed) this.#write(line);
    this.#sent = this.#picture.log.sequence;
  }

  #write(line: Buffer): void {
    this.#response.write(line);
    if (this.#response.writableLength > MAX_UNSENT_BYTES) this.#state = 'behind';
  }
}
