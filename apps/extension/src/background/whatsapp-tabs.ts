import type { PageUpdate } from '../../../engine/src/drivers/wa-js/page/updates.ts';
import type { PageCalls } from '../page/calls.ts';
import type { ToPage } from '../shared/page-messages.ts';
import { pageAnswers } from './page-answers.ts';
import { readFromPage } from './read-from-page.ts';

type Order<Name extends keyof PageCalls> = Parameters<PageCalls[Name]>[0];
type Answer<Name extends keyof PageCalls> = Awaited<ReturnType<PageCalls[Name]>>;

/** Who works with WhatsApp Web, and hears of it. */
export interface TabListener {
  /** There is a tab now, or another one. */
  opened(): void;
  heard(update: PageUpdate): void;
  closed(): void;
  since(): number | null;
}

interface Call {
  name: keyof PageCalls;
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

/** A tab of WhatsApp Web, as far as its bridge is connected. */
class Tab {
  readonly port: chrome.runtime.Port;
  readonly calls = new Map<number, Call>();
  /** WhatsApp Web works in one tab only; the others say so. */
  isElsewhere = false;

  constructor(port: chrome.runtime.Port) {
    this.port = port;
  }

  say(message: ToPage): void {
    try {
      this.port.postMessage(message);
    } catch {
      // It is gone, which its port tells.
    }
  }
}

/** The tabs in which WhatsApp Web is open. One of them is worked with: the newest that WhatsApp lets work. */
export class WhatsAppTabs {
  #tabs: Tab[] = [];
  #active: Tab | null = null;
  #listener: TabListener | null = null;
  #nextId = 1;

  /** @returns ends it */
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

  /** A page's bridge has connected. */
  add(port: chrome.runtime.Port): void {
    const tab = new Tab(port);
    this.#tabs.push(tab);
    port.onMessage.addListener((message) => this.#hear(tab, message));
    port.onDisconnect.addListener(() => this.#remove(tab));
    this.#choose();
  }

  /** Has the page carry something out. Rejects when it fails there, when the tab goes, and after `timeoutMs`. */
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
      tab.say({ kind: 'call', id, name, order });
    }).finally(() => tab.calls.delete(id)) as Promise<Answer<Name>>;
  }

  #hear(tab: Tab, message: unknown): void {
    const said = readFromPage(message);
    if (!said) return;
    switch (said.kind) {
      case 'update':
        if (said.update.kind === 'state') {
          tab.isElsewhere = said.update.state.mode === 'CONFLICT';
          this.#choose();
        }
        if (tab === this.#active) this.#listener?.heard(said.update);
        break;
      case 'since':
        tab.say({ kind: 'since', id: said.id, ms: tab === this.#active ? (this.#listener?.since() ?? null) : null });
        break;
      case 'answer': {
        const call = tab.calls.get(said.id);
        const answer = call && pageAnswers[call.name].safeParse(said.answer);
        if (answer?.success) call?.resolve(answer.data);
        else call?.reject(new Error('the page answered something else'));
        break;
      }
      case 'failure':
        tab.calls.get(said.id)?.reject(new Error(said.reason));
        break;
      case 'alive':
        break;
    }
  }

  #remove(tab: Tab): void {
    this.#tabs = this.#tabs.filter((one) => one !== tab);
    for (const call of [...tab.calls.values()]) call.reject(new Error('the tab of WhatsApp Web is gone'));
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
    if (this.#listener) tab.say({ kind: 'hello' });
  }
}
