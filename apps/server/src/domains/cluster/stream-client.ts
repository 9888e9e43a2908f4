import type { Writable } from 'node:stream';
import type { ClusterState } from './state/cluster-state.ts';

/**
 * A browser that lags by more than this gets nothing until it has caught up; then it resumes from its position, or from
 * a new snapshot.
 */
const MAX_UNSENT_BYTES = 4 * 1024 * 1024;

/**
 * One browser's end of the stream. Never skips a change: whatever cannot be sent in order is covered by a new snapshot.
 */
export class StreamClient {
  readonly #clusterState: ClusterState;
  readonly #response: Writable;
  /** The last position that was written; -1 for none. */
  #sent: number;
  /** `live`: receives every change. `catching-up`: waits for a snapshot. `behind`: must read first. */
  #state: 'live' | 'catching-up' | 'behind' = 'live';
  readonly #stopListening: () => void;

  constructor(clusterState: ClusterState, response: Writable, cursor: string | null) {
    this.#clusterState = clusterState;
    this.#response = response;
    this.#sent = (cursor === null ? null : clusterState.log.placeOf(cursor)) ?? -1;
    const isResumed = this.#sent >= 0;
    this.#catchUp();
    if (isResumed && this.#state === 'live') this.heartbeat();
    this.#stopListening = clusterState.listen((sequence, line) => this.#send(sequence, line));
    response.on('drain', () => {
      if (this.#state === 'behind') this.#catchUp();
    });
  }

  heartbeat(): void {
    if (this.#state === 'live') this.#write(this.#clusterState.heartbeat());
  }

  stop(): void {
    this.#stopListening();
  }

  #send(sequence: number, line: Buffer): void {
    if (this.#state !== 'live' || sequence <= this.#sent) return;
    this.#write(line);
    this.#sent = sequence;
  }

  /** Writes everything after its position, starting with a snapshot if that position is no longer in the log. */
  #catchUp(): void {
    const missed = this.#sent < 0 ? null : this.#clusterState.log.since(this.#sent);
    if (!missed) {
      this.#state = 'catching-up';
      void this.#clusterState.snapshot().then(({ sequence, lines }) => {
        if (this.#response.destroyed) return;
        for (const line of lines) this.#write(line);
        this.#sent = sequence;
        this.#catchUp();
      });
      return;
    }
    this.#state = 'live';
    for (const { line } of missed) this.#write(line);
    this.#sent = this.#clusterState.log.sequence;
  }

  #write(line: Buffer): void {
    this.#response.write(line);
    if (this.#response.writableLength > MAX_UNSENT_BYTES) this.#state = 'behind';
  }
}
