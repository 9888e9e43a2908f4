import i18next from 'i18next';

/** The files of one language. */
export interface LanguageFiles {
  /** By `./<language>/<namespace>.json`. */
  namespaces: Record<string, () => Promise<object>>;
  /** What each feature adds to every screen, by namespace. */
  frame: () => Promise<readonly Record<string, object>[]>;
}

/** Namespaces whose texts are in the frame's files, one per feature. */
const FRAME_NAMESPACES: readonly string[] = ['page', 'state', 'notice', 'auditNoun', 'scope'];

const wanted = new Set<string>();
let load: ((namespace: string) => Promise<void>) | null = null;
let underWay: Promise<unknown> = Promise.resolve();

/** Registers a namespace whose English texts are loaded, and requests it in the chosen language. */
export function requestTexts(namespace: string): void {
  if (wanted.has(namespace)) return;
  wanted.add(namespace);
  if (load) underWay = Promise.all([underWay, load(namespace)]);
}

/** Loads the namespaces registered so far, and from now on each new one. */
export function loadTexts(language: string, files: LanguageFiles): Promise<unknown> {
  let frame: Promise<readonly Record<string, object>[]> | undefined;
  load = async (namespace) => {
    const isFrameNamespace = FRAME_NAMESPACES.includes(namespace);
    if (isFrameNamespace) frame ??= files.frame().catch(() => []);
    // A namespace without a file, or whose file fails to load, is shown in English and works.
    const texts = isFrameNamespace
      ? (await frame)?.map((feature) => feature[namespace])
      : [await files.namespaces[`./${language}/${namespace}.json`]?.().catch(() => undefined)];
    for (const part of texts ?? []) if (part) i18next.addResourceBundle(language, namespace, part, true, true);
  };
  underWay = Promise.all([...wanted].map(load));
  return underWay;
}

/**
 * Resolves to the loaded code once the texts registered by it are loaded too, so that nothing flashes in English first.
 */
export async function withTexts<Loaded>(loading: Promise<Loaded>): Promise<Loaded> {
  const loaded = await loading;
  await underWay;
  return loaded;
}
