export { botsDomain } from './bots.domain.ts';
