export { filesDomain } from './files.domain.ts';
export { sendFile } from './files.http.ts';
export { type FoundFile, findFile, findFiles, keepFiles } from './read-file.ts';
