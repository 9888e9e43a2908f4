import type { Page } from '@playwright/test';
import { expect, signInAs, test } from './fixtures.ts';
import { createOwnServer, type OwnServer } from './own-server.ts';

/** A pod as returned by the cluster's own API. */
interface ClusterPod {
  metadata: { name: string; uid: string; deletionTimestamp?: string };
  status: { phase: string; containerStatuses?: { restartCount: number }[] };
}

export interface ConsoleServer {
  readonly url: string;
  /** Base URL of the cluster's API, which also serves the console's direct calls. */
  readonly clusterUrl: string;
  /** Signs in and opens a page of this server. */
  open(page: Page, path: string, as?: 'admin' | 'user'): Promise<void>;
  /** Waits until the demo's engine pod runs; `not`: a pod with another uid. */
  enginePod(page: Page, not?: string): Promise<{ name: string; uid: string }>;
  /** Kills the engine's process with SIGKILL, like a machine fault; resolves when its container was restarted. */
  killEngine(page: Page): Promise<void>;
  /** The audit log, newest first. */
  deletions(page: Page): Promise<Record<string, unknown>[]>;
}

/**
 * Starts one server for all tests of a file, which run one after another: they delete the one engine pod in turn, and
 * each is independent.
 * @param environment additional settings, such as `FLEET`
 */
export function consoleServer(environment: Record<string, string> = {}): ConsoleServer {
  test.describe.configure({ mode: 'default' });
  let own: OwnServer;
  test.beforeAll(async () => {
    own = await createOwnServer(environment);
    await own.start();
  });
  test.afterAll(() => own.remove());

  const enginePods = async (page: Page): Promise<ClusterPod[]> => {
    const selector = encodeURIComponent('app.kubernetes.io/name=switchyard-engine');
    return (await (await page.request.get(`${own.clusterUrl}/api/v1/pods?labelSelector=${selector}`)).json()).items;
  };
  return {
    get url() {
      return own.url;
    },
    get clusterUrl() {
      return own.clusterUrl;
    },
    async open(page, path, as = 'admin') {
      await signInAs(page.context(), as, own.url);
      await page.goto(own.url + path);
    },
    async enginePod(page, not) {
      let found: { name: string; uid: string } | undefined;
      const findPod = async () => {
        const running = (await enginePods(page)).find(
          ({ metadata, status }) => metadata.uid !== not && !metadata.deletionTimestamp && status.phase === 'Running',
        );
        found = running?.metadata;
        return found?.uid;
      };
      await expect.poll(findPod, { timeout: 30_000 }).toBeTruthy();
      return found as { name: string; uid: string };
    },
    async killEngine(page) {
      const restarts = async () => (await enginePods(page))[0]?.status.containerStatuses?.[0]?.restartCount ?? 0;
      const before = await restarts();
      for (const pid of own.enginePids()) process.kill(pid, 'SIGKILL');
      await expect.poll(restarts, { timeout: 20_000 }).toBeGreaterThan(before);
    },
    async deletions(page) {
      return (await (await page.request.get(`${own.url}/api/cluster/deletions?limit=200`)).json()).data;
    },
  };
}
