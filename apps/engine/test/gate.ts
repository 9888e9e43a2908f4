import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A gate in front of the server that can be closed, to simulate an outage. */
export interface Gate {
  url: string;
  /** Loses the response to the next request that contains this. */
  swallowAnswerTo: string | null;
  /** Cuts every connection and refuses new ones. */
  close(): void;
  open(): void;
  end(): Promise<void>;
}

/** @param serverUrl base URL of the server behind it */
export async function openGate(serverUrl: string): Promise<Gate> {
  const { hostname, port } = new URL(serverUrl);
  const sockets = new Set<Socket>();
  let shut = false;
  const gateway = createServer((inner) => {
    if (shut) {
      inner.destroy();
      return;
    }
    const outer = connect(Number(port), hostname);
    for (const socket of [inner, outer]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        inner.destroy();
        outer.destroy();
      });
    }
    let swallow = false;
    inner.on('data', (chunk) => {
      if (gate.swallowAnswerTo !== null && chunk.includes(gate.swallowAnswerTo)) {
        swallow = true;
        gate.swallowAnswerTo = null;
      }
      outer.write(chunk);
    });
    outer.on('data', (chunk) => {
      if (swallow) inner.destroy();
      else inner.write(chunk);
    });
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  const gate: Gate = {
    url: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`,
    swallowAnswerTo: null,
    close() {
      shut = true;
      for (const socket of sockets) socket.destroy();
    },
    open() {
      shut = false;
    },
    end() {
      gate.close();
      return new Promise((resolve) => gateway.close(() => resolve()));
    },
  };
  return gate;
}
