/** Everyone in a workspace may change what its bots know. */
export { changeRefusal as changeKnowledgeRefusal } from '../../platform/actor.ts';
