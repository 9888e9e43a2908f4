/** Everyone in a workspace may work with its contacts, labels and lists. */
export { changeRefusal as changeContactsRefusal } from '../../platform/actor.ts';
