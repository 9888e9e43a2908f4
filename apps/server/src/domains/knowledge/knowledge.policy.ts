/** Members may change their workspace's knowledge. */
export { changeRefusal as changeKnowledgeRefusal } from '../../platform/actor.ts';
