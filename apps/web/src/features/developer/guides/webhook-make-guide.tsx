import { Code, Text } from '@mantine/core';
import { GuideFrame, Part, Snippet, Steps } from './guide-frame.tsx';
import send from './snippets/send.sh?raw';

/** `/webhook-make-guide`: using events and messages in a Make scenario. */
export function WebhookMakeGuide() {
  return (
    <GuideFrame
      title="Webhooks with Make"
      lead="Start a Make scenario when a WhatsApp message arrives, and send messages from a scenario. It needs Make’s own Webhooks and HTTP modules and nothing else."
    >
      <Part title="Start a scenario with an event">
        <Steps
          steps={[
            'In Make, create a scenario and add the module Webhooks → Custom webhook. Choose Add, name it, and save.',
            'Copy the address that Make shows. It begins with https://hook. and works like a password: keep it to yourself.',
            'Here, open Developers → API keys → Webhooks, choose New webhook, paste the address and choose events.',
            'In Make choose Redetermine data structure; here choose Send test event. Make answers “Successfully determined”.',
            <>
              Add a Router or a Filter after the webhook: continue when <Code>type</Code> equals{' '}
              <Code>new_message_received_webhook</Code>.
            </>,
            <>
              Use the fields of <Code>data</Code> in the next modules: <Code>data.from</Code>, <Code>data.text</Code>,{' '}
              <Code>data.timestamp</Code>. Send one real message first, so that Make knows them.
            </>,
            'Turn the scenario on. Make answers 200 at once, and Deliveries shows it here.',
          ]}
        />
      </Part>

      <Part title="Handle each event once">
        <Text size="sm">
          An event may arrive twice. Keep <Code>id</Code> in a Make data store: add Data store → Check the existence of
          a record with <Code>id</Code> as the key, continue only when it does not exist, and add it at the end.
        </Text>
      </Part>

      <Part title="Send a message from a scenario">
        <Steps
          steps={[
            'Here, open Developers → API keys and make a key with the scope Messages: Change.',
            'In Make, add HTTP → Make a request. Method POST, body type Raw, content type JSON (application/json).',
            <>
              URL: the address of this server, followed by <Code>/api/messages</Code>.
            </>,
            <>
              Headers: <Code>authorization</Code> with the value <Code>Bearer</Code>, a space, and the key.
            </>,
            'Request content: as in the example below, with values of earlier modules put in.',
          ]}
        />
        <Snippet name="The same request with curl" code={send} />
      </Part>

      <Part title="Signatures">
        <Text size="sm">
          Make cannot check the signature of a custom webhook by itself. Keep its address secret; where that is not
          enough, let a small server of your own check the signature and pass the event on.
        </Text>
      </Part>
    </GuideFrame>
  );
}
