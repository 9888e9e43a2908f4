export { type ChatWritten, chatWritten, type WrittenMessage } from './chat-written.ts';
export { keepFilesWhere } from './forget-files.ts';
export { messagesDomain } from './messages.domain.ts';
export { sendByRule } from './send-by-rule.ts';
export { withdrawByRule } from './withdraw-by-rule.ts';
