import type { Domain } from '../../platform/domain.ts';
import { serveDirectory, serveWorkspaceLinks } from './cells.http.ts';
import { startReporting } from './report.ts';

export { checkDirectory } from './report.ts';

/** Several installations ("cells") side by side, and the directory that knows which of them a workspace lives in. */
export const cellsDomain: Domain = {
  name: 'cells',
  http(server, platform) {
    serveDirectory(server, platform);
    serveWorkspaceLinks(server, platform);
  },
  work: async (platform) =>
    platform.config.cell?.directoryUrl ? startReporting(platform) : { stop: async () => undefined },
};
