import { askForMessage, useAskedMessage } from '../compose/asked-message.ts';
import { ComposeDialog } from '../compose/compose-dialog.tsx';
import { FirstStepsStrip } from './first-steps-strip.tsx';

/** On every screen: what keeps messages from going out, the way of a new workspace, and the dialog for a message wherever one is asked for. */
export default function BelowEveryScreen() {
  return (
    <>
      <FirstStepsStrip />
      <ComposeDialog composed={useAskedMessage()} onClose={() => askForMessage(null)} />
    </>
  );
}
