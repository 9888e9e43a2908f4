import { openCompose, useComposeRequest } from '../../../lib/dialogs/dialog-requests.ts';
import { ComposeOnDemand } from '../compose/compose-on-demand.tsx';
import { FirstStepsStrip } from './first-steps-strip.tsx';

/**
 * Shown below every screen: what keeps messages from being sent, a new workspace's first steps, and the compose dialog
 * on request.
 */
export default function MessageOverlays() {
  const target = useComposeRequest();
  return (
    <>
      <FirstStepsStrip />
      <ComposeOnDemand target={target} onClose={() => openCompose(null)} />
    </>
  );
}
