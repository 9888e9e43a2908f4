export { messagesDomain } from './messages.domain.ts';
