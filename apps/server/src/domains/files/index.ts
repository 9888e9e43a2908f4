export { filesDomain } from './files.domain.ts';
export { leaveBodies, sendFile, takeUpload } from './files.http.ts';
export { hideFilesBy } from './hide-files.ts';
export { findPreview } from './preview.ts';
export { type FoundFile, findFile, findFiles, findOpus, keepFiles, streamContent } from './read-file.ts';
export { storeFile } from './store-file.ts';
