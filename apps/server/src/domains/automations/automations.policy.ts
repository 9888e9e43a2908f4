/** Everyone in a workspace may automate its boards; support mode may look, where the owners let it read texts. */
export {
  changeRefusal as changeAutomationsRefusal,
  readTextsRefusal as readAutomationsRefusal,
} from '../../platform/actor.ts';
