/** Everyone in a workspace may say who is to be left alone, and who agreed again. */
export { mayChange as mayChangeSuppressions } from '../../platform/actor.ts';
