import type { Domain } from '../../platform/domain.ts';
import { serveFiles } from './files.http.ts';

export { disableBodyParsing, receiveUpload, sendFile } from './files.http.ts';
export { findPreview } from './preview.ts';
export { type FoundFile, findFile, findFiles, findOpus, keepFiles, streamContent } from './read-file.ts';
export { storeFile } from './store-file.ts';

/** Files carried by messages. The messages domain purges unused ones (`messages/purge-files.ts`). */
export const filesDomain: Domain = { name: 'files', http: serveFiles };
