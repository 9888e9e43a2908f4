export { filesDomain } from './files.domain.ts';
export { leaveBodies, sendFile, takeUpload } from './files.http.ts';
export { type FoundFile, findFile, findFiles, findOpus, keepFiles } from './read-file.ts';
