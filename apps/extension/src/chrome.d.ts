/** The part of Chrome's API that the extension uses, because its full types would be another package. */
declare namespace chrome {
  interface Event<Listener> {
    addListener(listener: Listener): void;
    removeListener(listener: Listener): void;
  }
  namespace runtime {
    interface MessageSender {
      id?: string;
      tab?: { id?: number };
      url?: string;
    }
    interface Port {
      readonly name: string;
      readonly sender?: MessageSender;
      readonly onMessage: Event<(message: unknown) => void>;
      readonly onDisconnect: Event<() => void>;
      postMessage(message: unknown): void;
      disconnect(): void;
    }
    const id: string;
    const onConnect: Event<(port: Port) => void>;
    const onMessage: Event<
      (message: unknown, sender: MessageSender, respond: (answer: unknown) => void) => true | undefined
    >;
    const onInstalled: Event<() => void>;
    const onStartup: Event<() => void>;
    function connect(options: { name: string }): Port;
    function sendMessage(message: unknown): Promise<unknown>;
    function setUninstallURL(url: string): Promise<void>;
    function getManifest(): { version: string; content_scripts: { matches: string[] }[] };
  }
  namespace i18n {
    function getMessage(name: string, values?: string[]): string;
  }
  namespace storage {
    const local: {
      get(keys: string[]): Promise<Record<string, unknown>>;
      set(items: Record<string, unknown>): Promise<void>;
      remove(keys: string[]): Promise<void>;
      setAccessLevel(options: { accessLevel: 'TRUSTED_CONTEXTS' }): Promise<void>;
    };
  }
  namespace alarms {
    const onAlarm: Event<() => void>;
    function create(name: string, options: { periodInMinutes: number }): Promise<void>;
    function clear(name: string): Promise<boolean>;
  }
  namespace permissions {
    interface Permissions {
      origins: string[];
    }
    const onAdded: Event<(added: Permissions) => void>;
    function request(wanted: Permissions): Promise<boolean>;
    function contains(wanted: Permissions): Promise<boolean>;
    function remove(unwanted: Permissions): Promise<boolean>;
  }
  namespace tabs {
    interface Tab {
      id?: number;
      windowId: number;
    }
    function query(filter: { url: string[] }): Promise<Tab[]>;
    function create(options: { url: string }): Promise<Tab>;
    function update(tabId: number, options: { active: boolean }): Promise<Tab | undefined>;
    function reload(tabId: number): Promise<void>;
  }
}
