import type { Domain } from '../../platform/domain.ts';
import { serveFiles } from './files.http.ts';

export { leaveBodies, sendFile, takeUpload } from './files.http.ts';
export { findPreview } from './preview.ts';
export { type FoundFile, findFile, findFiles, findOpus, keepFiles, streamContent } from './read-file.ts';
export { storeFile } from './store-file.ts';

/** Files that messages carry. When they may go is the messages' to say (`messages/forget-files.ts`). */
export const filesDomain: Domain = { name: 'files', http: serveFiles };
