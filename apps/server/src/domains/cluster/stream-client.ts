import type { ServerResponse } from 'node:http';
import type { ClusterPicture } from './picture/cluster-picture.ts';

/** A browser that lags by more than this is written no more until it has caught up; then it goes on from its place, or anew. */
const MOST_UNSENT_BYTES = 4 * 1024 * 1024;

/** One browser's end of the stream. It never skips a change: what cannot be told in order is told by a new snapshot. */
export class StreamClient {
  readonly #picture: ClusterPicture;
  readonly #response: ServerResponse;
  /** The last place in the order that was written. */
  #sent = -1;
  #behind = false;
  readonly #stopListening: () => void;

  constructor(picture: ClusterPicture, response: ServerResponse, cursor: string | null) {
    this.#picture = picture;
    this.#response = response;
    this.#sent = (cursor === null ? null : picture.log.placeOf(cursor)) ?? -1;
    this.#catchUp();
    this.#stopListening = picture.listen((sequence, line) => this.#tell(sequence, line));
    response.on('drain', () => this.#drained());
  }

  heartbeat(): void {
    if (!this.#behind) this.#write(this.#picture.heartbeat());
  }

  stop(): void {
    this.#stopListening();
  }

  #tell(sequence: number, line: string): void {
    if (this.#behind || sequence <= this.#sent) return;
    this.#write(line);
    this.#sent = sequence;
  }

  #catchUp(): void {
    const missed = this.#sent < 0 ? null : this.#picture.log.since(this.#sent);
    if (missed) {
      for (const { line } of missed) this.#write(line);
      this.#sent = this.#picture.log.sequence;
      if (missed.length === 0) this.#write(this.#picture.heartbeat());
      return;
    }
    const { sequence, lines } = this.#picture.snapshot();
    for (const line of lines) this.#write(line);
    this.#sent = sequence;
  }

  #drained(): void {
    if (!this.#behind) return;
    this.#behind = false;
    this.#catchUp();
  }

  #write(line: string): void {
    this.#response.write(line);
    if (this.#response.writableLength > MOST_UNSENT_BYTES) this.#behind = true;
  }
}
