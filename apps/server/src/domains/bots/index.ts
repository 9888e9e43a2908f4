export { botsDomain } from './bots.domain.ts';
export { createBot } from './create-bot.ts';
export { deployBot } from './deploy-bot.ts';
export { fillText } from './flow/fill-text.ts';
export { type HandedOver, onHandedOver } from './handed-over.ts';
export { type BotEvent, recordAll } from './runtime/record.ts';
export { newState } from './runtime/session-state.ts';
