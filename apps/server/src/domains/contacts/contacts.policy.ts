/** Everyone in a workspace may work with its contacts, labels and lists. */
export { mayChange as mayChangeContacts } from '../../platform/actor.ts';
