/** Everyone in a workspace may add contacts to it. */
export { mayChange as mayCreateContact } from '../../platform/actor.ts';
