/**
 * All members may work on their workspace's boards; support mode may view them if the owners allow it to read texts.
 */
export { changeRefusal as changeBoardsRefusal, readTextsRefusal as readItemsRefusal } from '../../platform/actor.ts';
