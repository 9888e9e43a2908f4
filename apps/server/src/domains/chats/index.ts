export { actOnChat } from './act-on-chat.ts';
export { chatsDomain } from './chats.domain.ts';
export { fetchFile } from './fetch-file.ts';
export { findChatName } from './find-chat-name.ts';
export { listChats } from './list-chats.ts';
export { loadOlder } from './load-older.ts';
export { requestGroupInfo } from './request-group-info.ts';
export { type FoundMessage, findChatMessages, searchMessages } from './search-messages.ts';
export { eyesOf, groupIsSeen, type Sight, seenChats, sightOf } from './sight.ts';
