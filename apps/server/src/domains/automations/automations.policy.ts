/** Every member may automate boards; support mode is read-only, and only where the owners let it read texts. */
export {
  changeRefusal as changeAutomationsRefusal,
  readTextsRefusal as readAutomationsRefusal,
} from '../../platform/actor.ts';
