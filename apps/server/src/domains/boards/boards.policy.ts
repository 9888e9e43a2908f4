/** Everyone in a workspace may work on its boards; support mode may look, where the owners let it read texts. */
export { changeRefusal as changeBoardsRefusal, readTextsRefusal as readItemsRefusal } from '../../platform/actor.ts';
