import type { Page } from '@playwright/test';
import { withoutStream } from './without-stream.ts';

/** Pods of one answer of the console, as far as the tests change them. */
export interface ShownPod {
  name: string;
  uid: string;
  statusString: string;
  sessions: { _id: string }[];
}

/** Has the console see other statuses than the cluster tells: whatever `change` makes of the pods of every answer. */
export async function seeOtherwise(page: Page, change: (pods: ShownPod[]) => ShownPod[]): Promise<void> {
  await withoutStream(page);
  await page.route('**/api/cluster/gateway-status', async (route) => {
    const answer = await route.fetch();
    const status = await answer.json();
    await route.fulfill({ response: answer, json: { ...status, pods: change(status.pods) } });
  });
}

/** The button that reads the gateway status at once. */
export const refresh = (page: Page) => page.getByRole('button', { name: /^Refresh (in|now)/ });
