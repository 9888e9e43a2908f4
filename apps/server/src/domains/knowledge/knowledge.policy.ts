/** Everyone in a workspace may change what its bots know. */
export { mayChange as mayChangeKnowledge } from '../../platform/actor.ts';
