import type { Page } from '@playwright/test';
import { withoutStream } from './without-stream.ts';

/** The fields of pods in the console's responses that tests change. */
export interface ShownPod {
  name: string;
  uid: string;
  statusString: string;
  sessions: { _id: string }[];
}

/** Overrides statuses in the console: `change` modifies the pods of every response. */
export async function overridePods(page: Page, change: (pods: ShownPod[]) => ShownPod[]): Promise<void> {
  await withoutStream(page);
  await page.route('**/api/cluster/gateway-status', async (route) => {
    const answer = await route.fetch();
    const status = await answer.json();
    await route.fulfill({ response: answer, json: { ...status, pods: change(status.pods) } });
  });
}

/** The button that refreshes the gateway status at once. */
export const refresh = (page: Page) => page.getByRole('button', { name: /^Refresh (in|now)/ });
