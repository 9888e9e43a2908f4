import { Code, Text } from '@mantine/core';
import { GuideFrame, Part, Snippet, Steps } from './guide-frame.tsx';
import send from './snippets/send.sh?raw';

/** `/webhook-zapier-guide`: using events and messages in a Zap. */
export function WebhookZapierGuide() {
  return (
    <GuideFrame
      title="Webhooks with Zapier"
      lead="Start a Zap when a WhatsApp message arrives, and send messages from a Zap. It needs Webhooks by Zapier, which is part of Zapier’s paid plans."
    >
      <Part title="Start a Zap with an event">
        <Steps
          steps={[
            'In Zapier, create a Zap. As the trigger choose Webhooks by Zapier, and as its event Catch Hook.',
            'Leave Pick off a Child Key empty and continue. Copy the address that Zapier shows; it works like a password.',
            'Here, open Developers → API keys → Webhooks, choose New webhook, paste the address and choose events.',
            'Choose Send test event here, then Test trigger in Zapier. The test event appears with its id and type.',
            <>
              Add the step Filter by Zapier: continue only if <Code>Type</Code> exactly matches{' '}
              <Code>new_message_received_webhook</Code>.
            </>,
            <>
              Send one real message to your number, choose Find new records, and use <Code>Data From</Code> and{' '}
              <Code>Data Text</Code> in the next steps.
            </>,
            'Publish the Zap. Zapier answers 200 at once, and Deliveries shows it here.',
          ]}
        />
      </Part>

      <Part title="Handle each event once">
        <Text size="sm">
          An event may arrive twice. Add Storage by Zapier → Get Value with <Code>Id</Code> as the key, continue with a
          filter only when it is empty, and Set Value at the end.
        </Text>
      </Part>

      <Part title="Send a message from a Zap">
        <Steps
          steps={[
            'Here, open Developers → API keys and make a key with the scope Messages: Change.',
            'In Zapier, add the action Webhooks by Zapier → Custom Request. Method POST.',
            <>
              URL: the address of this server, followed by <Code>/api/messages</Code>.
            </>,
            <>
              Headers: <Code>authorization</Code> with <Code>Bearer</Code>, a space and the key;{' '}
              <Code>content-type</Code> with <Code>application/json</Code>.
            </>,
            'Data: as in the example below, with values of earlier steps put in.',
          ]}
        />
        <Snippet name="The same request with curl" code={send} />
      </Part>

      <Part title="Signatures">
        <Text size="sm">
          Catch Hook does not show headers. To check signatures, use Catch Raw Hook with a Code by Zapier step, or let a
          small server of your own check them and pass the event on.
        </Text>
      </Part>
    </GuideFrame>
  );
}
