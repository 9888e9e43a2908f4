import type { BrowserContext, Page } from '@playwright/test';

/**
 * Blocks the console's stream of changes, as behind a proxy that blocks such responses: it then uses the specified
 * calls, which a test can change.
 */
export async function withoutStream(page: Page | BrowserContext): Promise<void> {
  await page.route('**/api/cluster/stream*', (route) =>
    route.fulfill({ contentType: 'application/x-ndjson', body: '' }),
  );
}
