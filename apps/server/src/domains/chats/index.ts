export { chatsDomain } from './chats.domain.ts';
export { fetchFile } from './fetch-file.ts';
