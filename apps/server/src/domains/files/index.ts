export { filesDomain } from './files.domain.ts';
export { sendFile } from './files.http.ts';
export { type FoundFile, findFiles } from './read-file.ts';
