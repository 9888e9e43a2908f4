import type { PageUpdate } from '../../../engine/src/drivers/wa-js/page/updates.ts';
import { watchChats } from '../../../engine/src/drivers/wa-js/page/watch-chats.ts';
import { watchWhatsApp } from '../../../engine/src/drivers/wa-js/page/watch-whatsapp.ts';
import { offerPort } from '../content/channel.ts';
import type { FromPage, ToPage } from '../shared/page-messages.ts';
import { pageCalls } from './calls.ts';

// Runs in WhatsApp's own world: nothing secret is here, and anything else running here could send the same messages.
if (window.top === window.self) {
  const port = offerPort();
  // Bound now, so that a page that changes the prototype later can't intercept messages.
  const post = MessagePort.prototype.postMessage.bind(port) as (message: FromPage) => void;
  const pendingSince = new Map<number, (ms: number | null) => void>();
  let nextId = 1;

  /** Stores a value under a name that no script of the page can know. */
  const hide = (value: unknown): string => {
    const name = crypto.randomUUID();
    Object.defineProperty(globalThis, name, { value, writable: true });
    return name;
  };
  const told = hide(async (update: PageUpdate) => post({ kind: 'update', update }));
  const since = hide(
    () =>
      new Promise<number | null>((resolve) => {
        const id = nextId++;
        pendingSince.set(id, resolve);
        post({ kind: 'since', id });
      }),
  );
  const again = hide(undefined);
  watchWhatsApp({ told, since, again });
  watchChats({ told });

  const call = async (name: keyof typeof pageCalls, order: unknown): Promise<unknown> => {
    if (!Object.hasOwn(pageCalls, name)) throw new Error('no such call');
    return (pageCalls[name] as (order: unknown) => Promise<unknown>)(order);
  };
  port.onmessage = ({ data }: MessageEvent<ToPage>) => {
    switch (data.kind) {
      case 'hello':
        ((globalThis as unknown as Record<string, () => void>)[again] as () => void)();
        break;
      case 'since':
        pendingSince.get(data.id)?.(data.ms);
        pendingSince.delete(data.id);
        break;
      case 'call':
        call(data.name, data.order).then(
          (answer) => post({ kind: 'answer', id: data.id, answer }),
          (error: unknown) =>
            post({ kind: 'failure', id: data.id, reason: String((error as Error)?.message ?? error) }),
        );
        break;
    }
  };
}
