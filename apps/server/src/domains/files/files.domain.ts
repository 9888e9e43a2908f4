import type { Domain } from '../../platform/domain.ts';
import { serveFiles } from './files.http.ts';

/** Files that messages carry. When they may go is the messages' to say (`messages/forget-files.ts`). */
export const filesDomain: Domain = { name: 'files', http: serveFiles };
