export { botsDomain } from './bots.domain.ts';
export { fillText } from './flow/fill-text.ts';
export { type HandedOver, onHandedOver } from './handed-over.ts';
