export { chatsDomain } from './chats.domain.ts';
