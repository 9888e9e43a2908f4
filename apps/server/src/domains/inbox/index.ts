export { inboxDomain } from './inbox.domain.ts';
export { rebuildConversations } from './project-messages.ts';
