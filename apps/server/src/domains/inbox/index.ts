export { inboxDomain } from './inbox.domain.ts';
