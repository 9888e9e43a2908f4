export { type ChatWritten, chatWritten, type WrittenMessage } from './chat-written.ts';
export { keepFilesWhere } from './forget-files.ts';
export { messagesDomain } from './messages.domain.ts';
