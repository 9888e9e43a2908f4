import i18next from 'i18next';

/** The files of one language. */
export interface LanguageFiles {
  /** By `./<language>/<namespace>.json`. */
  namespaces: Record<string, () => Promise<object>>;
  /** What each feature brings to every screen, by namespace. */
  frame: () => Promise<readonly Record<string, object>[]>;
}

/** Their texts are in the frame's files, one a feature. */
const FRAME_NAMESPACES: readonly string[] = ['page', 'state', 'notice', 'auditNoun', 'scope'];

const wanted = new Set<string>();
let load: ((namespace: string) => Promise<void>) | null = null;
let underWay: Promise<unknown> = Promise.resolve();

/** The texts of a namespace are here in English: in the chosen language they are asked for. */
export function wantTexts(namespace: string): void {
  if (wanted.has(namespace)) return;
  wanted.add(namespace);
  if (load) underWay = Promise.all([underWay, load(namespace)]);
}

/** Loads what is wanted by now, and from now on what comes to be wanted. */
export function loadTexts(language: string, files: LanguageFiles): Promise<unknown> {
  let frame: Promise<readonly Record<string, object>[]> | undefined;
  load = async (namespace) => {
    const isOfFrame = FRAME_NAMESPACES.includes(namespace);
    if (isOfFrame) frame ??= files.frame().catch(() => []);
    // What has no file, or one that does not load, is shown in English, and works.
    const texts = isOfFrame
      ? (await frame)?.map((feature) => feature[namespace])
      : [await files.namespaces[`./${language}/${namespace}.json`]?.().catch(() => undefined)];
    for (const part of texts ?? []) if (part) i18next.addResourceBundle(language, namespace, part, true, true);
  };
  underWay = Promise.all([...wanted].map(load));
  return underWay;
}

/**
 * Hands on what was loaded once the texts that came to be wanted with it are there, so that nothing is read in English
 * first.
 */
export async function withTexts<Loaded>(loading: Promise<Loaded>): Promise<Loaded> {
  const loaded = await loading;
  await underWay;
  return loaded;
}
