import type { BrowserContext, Page } from '@playwright/test';

/**
 * Has the console find no stream of changes, as behind a proxy that lets none through: it then asks the specified
 * calls, which a test can change.
 */
export async function withoutStream(page: Page | BrowserContext): Promise<void> {
  await page.route('**/api/cluster/stream*', (route) =>
    route.fulfill({ contentType: 'application/x-ndjson', body: '' }),
  );
}
