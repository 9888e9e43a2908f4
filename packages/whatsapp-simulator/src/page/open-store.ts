import type { BrowserGlobals, Login, OpenStore, PageMessage, ReceivedMessage } from './page-globals.ts';

/**
 * Serialized and run in the page, so it can't use anything from this module. Uses IndexedDB, because local storage
 * loses its last writes in a crash.
 */
export const openStore: OpenStore = async function openStore() {
  const { indexedDB } = globalThis as unknown as BrowserGlobals;
  const opening = indexedDB.open('simulated-whatsapp', 2);
  opening.onupgradeneeded = () => {
    for (const name of ['login', 'messages', 'received']) {
      if (!opening.result.objectStoreNames.contains(name)) opening.result.createObjectStore(name);
    }
  };
  await new Promise<void>((resolve, reject) => {
    opening.onsuccess = () => resolve();
    opening.onerror = () => reject(opening.error);
  });
  const database = opening.result;
  type Objects = ReturnType<ReturnType<typeof database.transaction>['objectStore']>;

  function run<Value>(
    name: 'login' | 'messages' | 'received',
    act: (objects: Objects) => { result: Value },
  ): Promise<Value> {
    const transaction = database.transaction(name, 'readwrite', { durability: 'strict' });
    const request = act(transaction.objectStore(name));
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = () => reject(transaction.error);
    });
  }
  return {
    login: async () => ((await run('login', (objects) => objects.get('now'))) as Login | undefined) ?? null,
    saveLogin: async (login) => void (await run('login', (objects) => objects.put(login, 'now'))),
    message: async (id) => ((await run('messages', (objects) => objects.get(id))) as PageMessage | undefined) ?? null,
    messages: async () => (await run('messages', (objects) => objects.getAll())) as PageMessage[],
    saveMessage: async (message) => void (await run('messages', (objects) => objects.put(message, message.id))),
    received: async () => (await run('received', (objects) => objects.getAll())) as ReceivedMessage[],
    saveReceived: async (received) =>
      void (await run('received', (objects) => objects.put(received, received.message.id))),
    async clear() {
      await run('received', (objects) => objects.clear());
      await run('login', (objects) => objects.clear());
      await run('messages', (objects) => objects.clear());
    },
  };
};
