import type pg from 'pg';

/** The part of pg's connection that COPY needs, which its types omit. */
interface CopyConnection {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/** Runs a COPY on a connection, with optional input. @returns its output */
export function copy(client: pg.PoolClient, statement: string, input?: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const out: Buffer[] = [];
    let failure: Error | undefined;
    const submittable = {
      submit: (connection: CopyConnection) => connection.query(statement),
      handleCopyInResponse: (connection: CopyConnection) => {
        if (input) connection.sendCopyFromChunk(input);
        connection.endCopyFrom();
      },
      handleCopyData: ({ chunk }: { chunk: Buffer }) => out.push(Buffer.from(chunk)),
      handleCommandComplete: () => undefined,
      handleError: (error: Error) => {
        failure = error;
      },
      handleReadyForQuery: () => (failure ? reject(failure) : resolve(Buffer.concat(out))),
      callback: () => undefined,
    };
    (client as unknown as { query: (submittable: object) => void }).query(submittable);
  });
}
