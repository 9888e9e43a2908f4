export { botsDomain } from './bots.domain.ts';
export { type HandedOver, onHandedOver } from './handed-over.ts';
