import { openCompose, useComposeRequest } from '../../../lib/dialogs/dialog-requests.ts';
import { ComposeOnDemand } from '../compose/compose-on-demand.tsx';
import { FirstStepsStrip } from './first-steps-strip.tsx';

/**
 * On every screen: what keeps messages from going out, the way of a new workspace, and the dialog for a message
 * wherever one is asked for.
 */
export default function MessageOverlays() {
  const asked = useComposeRequest();
  return (
    <>
      <FirstStepsStrip />
      <ComposeOnDemand composed={asked} onClose={() => openCompose(null)} />
    </>
  );
}
