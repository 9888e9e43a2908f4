import i18next from 'i18next';

/** The files of one language: `./<language>/<namespace>.json`. */
export type LanguageFiles = Record<string, () => Promise<object>>;

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
  load = async (namespace) => {
    // What has no file, or one that does not load, is shown in English, and works.
    const texts = await files[`./${language}/${namespace}.json`]?.().catch(() => null);
    if (texts) i18next.addResourceBundle(language, namespace, texts, true, true);
  };
  underWay = Promise.all([...wanted].map(load));
  return underWay;
}

/** Hands on what was loaded once the texts that came to be wanted with it are there, so that nothing is read in English first. */
export async function withTexts<Loaded>(loading: Promise<Loaded>): Promise<Loaded> {
  const loaded = await loading;
  await underWay;
  return loaded;
}
