/** Everyone in a workspace may run campaigns in it. */
export { mayChange as mayRunCampaigns } from '../../platform/actor.ts';
