import type { PageUpdate } from '../../../engine/src/drivers/wa-js/page/updates.ts';
import type { PageCalls } from '../page/calls.ts';
import type { ToPage } from '../shared/page-messages.ts';
import { pageAnswers } from './page-answers.ts';
import { readFromPage } from './read-from-page.ts';

type Order<Name extends keyof PageCalls> = Parameters<PageCalls[Name]>[0];
type Answer<Name extends keyof PageCalls> = Awaited<ReturnType<PageCalls[Name]>>;

/** Receives the events of WhatsApp Web. */
export interface TabListener {
  /** A tab was opened, or another one became active. */
  opened(): void;
  received(update: PageUpdate): void;
  closed(): void;
  since(): number | null;
}

interface Call {
  name: keyof PageCalls;
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

/** A tab of WhatsApp Web whose bridge is connected. */
class Tab {
  readonly port: chrome.runtime.Port;
  readonly calls = new Map<number, Call>();
  /** Whether WhatsApp Web works in another tab: it works in one tab only. */
  isElsewhere = false;

  constructor(port: chrome.runtime.Port) {
    this.port = port;
  }

  send(message: ToPage): void {
    try {
      this.port.postMessage(message);
    } catch {
      // The tab is gone, which its port reports.
    }
  }
}

/** The open tabs of WhatsApp Web. The newest in which WhatsApp works is active. */
export class WhatsAppTabs {
  #tabs: Tab[] = [];
  #active: Tab | null = null;
  #listener: TabListener | null = null;
  #nextId = 1;

  /** @returns stops listening */
  listen(listener: TabListener): () => void {
    this.#listener = listener;
    if (this.#active) this.#greet(this.#active);
    return () => {
      if (this.#listener === listener) this.#listener = null;
    };
  }

  isOpen(): boolean {
    return this.#active !== null;
  }

  /** Adds a page whose bridge has connected. */
  add(port: chrome.runtime.Port): void {
    const tab = new Tab(port);
    this.#tabs.push(tab);
    port.onMessage.addListener((message) => this.#receive(tab, message));
    port.onDisconnect.addListener(() => this.#remove(tab));
    this.#choose();
  }

  /** Makes a call in the page. Rejects if it fails there, when the tab is closed, and after `timeoutMs`. */
  call<Name extends keyof PageCalls>(name: Name, order: Order<Name>, timeoutMs: number): Promise<Answer<Name>> {
    const tab = this.#active;
    if (!tab) return Promise.reject(new Error('WhatsApp Web is not open'));
    const id = this.#nextId++;
    return new Promise<unknown>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`no answer from the page within ${timeoutMs} ms`)),
        Math.max(0, timeoutMs),
      );
      tab.calls.set(id, {
        name,
        resolve: (answer) => {
          clearTimeout(timer);
          resolve(answer);
        },
        reject: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      });
      tab.send({ kind: 'call', id, name, order });
    }).finally(() => tab.calls.delete(id)) as Promise<Answer<Name>>;
  }

  #receive(tab: Tab, raw: unknown): void {
    const message = readFromPage(raw);
    if (!message) return;
    switch (message.kind) {
      case 'update':
        if (message.update.kind === 'state') {
          tab.isElsewhere = message.update.state.mode === 'CONFLICT';
          this.#choose();
        }
        if (tab === this.#active) this.#listener?.received(message.update);
        break;
      case 'since':
        tab.send({
          kind: 'since',
          id: message.id,
          ms: tab === this.#active ? (this.#listener?.since() ?? null) : null,
        });
        break;
      case 'answer': {
        const call = tab.calls.get(message.id);
        const answer = call && pageAnswers[call.name].safeParse(message.answer);
        if (answer?.success) call?.resolve(answer.data);
        else call?.reject(new Error('the page sent an invalid answer'));
        break;
      }
      case 'failure':
        tab.calls.get(message.id)?.reject(new Error(message.reason));
        break;
      case 'alive':
        break;
    }
  }

  #remove(tab: Tab): void {
    this.#tabs = this.#tabs.filter((open) => open !== tab);
    for (const call of [...tab.calls.values()]) call.reject(new Error('the WhatsApp Web tab was closed'));
    if (tab === this.#active) this.#active = null;
    this.#choose();
    if (this.#active === null) this.#listener?.closed();
  }

  #choose(): void {
    const best = this.#tabs.findLast((tab) => !tab.isElsewhere) ?? this.#tabs.at(-1) ?? null;
    if (best === this.#active) return;
    this.#active = best;
    if (best) this.#greet(best);
  }

  #greet(tab: Tab): void {
    this.#listener?.opened();
    if (this.#listener) tab.send({ kind: 'hello' });
  }
}
