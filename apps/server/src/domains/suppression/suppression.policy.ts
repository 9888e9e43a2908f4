/** Everyone in a workspace may say who is to be left alone, and who agreed again. */
export { changeRefusal as changeSuppressionsRefusal } from '../../platform/actor.ts';
