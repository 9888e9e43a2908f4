/** All members may edit the workspace's contacts, labels and lists. */
export { changeRefusal as changeContactsRefusal } from '../../platform/actor.ts';
