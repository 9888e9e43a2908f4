type Listener = (...values: never[]) => void;

/** A bridge's port, and the worker's messages to it. */
export function aBridge() {
  const listeners: { message: Listener[]; disconnect: Listener[] } = { message: [], disconnect: [] };
  const sent: { kind: string; id?: number; name?: string }[] = [];
  const event = (of: Listener[]) => ({
    addListener: (listener: Listener) => void of.push(listener),
    removeListener: () => {},
  });
  const port = {
    name: 'page',
    onMessage: event(listeners.message),
    onDisconnect: event(listeners.disconnect),
    postMessage: (message: { kind: string }) => void sent.push(message),
    disconnect: () => {},
  } as unknown as chrome.runtime.Port;
  const say = (message: unknown) => {
    for (const listener of listeners.message) listener(message as never);
  };
  const go = () => {
    for (const listener of listeners.disconnect) listener();
  };
  return { port, sent, say, go };
}

/** A page's state; that of a linked account by default. */
export const stateOf = (mode: string, otherwise: object = {}): unknown => ({
  kind: 'update',
  update: {
    kind: 'state',
    state: {
      ...{ mode, info: 'NORMAL', authenticated: true, fullReady: true, code: null, user: '447700900088' },
      ...otherwise,
    },
  },
});
