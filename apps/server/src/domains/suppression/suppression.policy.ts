/** Every member may add and remove opt-outs. */
export { changeRefusal as changeSuppressionsRefusal } from '../../platform/actor.ts';
