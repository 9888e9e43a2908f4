import { Code, Table, Text } from '@mantine/core';
import { WEBHOOK_EVENTS } from '@switchyard/contracts/webhooks/event-types';
import { GuideFrame, Part, Snippet, Steps } from './guide-frame.tsx';
import client from './snippets/client.mjs?raw';
import create from './snippets/create.sh?raw';
import form from './snippets/form.sh?raw';
import receiver from './snippets/receiver.mjs?raw';
import php from './snippets/verify.php?raw';
import python from './snippets/verify.py?raw';

const HEADERS = [
  ['webhook-id', 'The event’s id. Retries and replays carry the same one, so handle each id once.'],
  [
    'webhook-timestamp',
    'When this attempt was made, in seconds since 1970. Refuse requests more than five minutes off.',
  ],
  ['webhook-signature', 'One or more signatures, separated by spaces: v1, a comma, and base64.'],
] as const;

const example = JSON.stringify(
  {
    id: 'evt_019ac5d28f4e7c319d2a5b7e6f104c3a',
    type: 'new_message_received_webhook',
    created_at: '2026-11-28T09:30:00.000Z',
    data: WEBHOOK_EVENTS.new_message_received_webhook.example,
  },
  null,
  2,
);

/** `/webhook-guide`: how webhooks work, and how to write a receiver. */
export function WebhookGuide() {
  return (
    <GuideFrame
      title="Webhooks"
      lead="A webhook sends an HTTP request to your server whenever something happens: a message arrives, is delivered or fails, a connection is lost, a campaign ends."
    >
      <Part title="Create a webhook">
        <Steps
          steps={[
            'Open Developers → API keys → Webhooks. Owners and admins of a workspace can.',
            'Choose New webhook, enter the HTTPS address of your server and choose events.',
            'To receive less, choose connections or labels: messages of other connections or contacts are not sent. Campaign events always are.',
            'Copy the secret. It is shown only once; your server uses it to check each request.',
            'Choose Send test event in the row’s menu and look at Deliveries: request, response and headers of each attempt.',
          ]}
        />
        <Text size="sm">
          Or with an API key that has the scope <Code>webhooks:change</Code>:
        </Text>
        <Snippet name="curl" code={create} />
      </Part>

      <Part title="What is sent">
        <Text size="sm">
          A POST request with a JSON body. <Code>data</Code> depends on <Code>type</Code>; unknown fields are omitted.
        </Text>
        <Snippet name="Body" code={example} />
        <Table.ScrollContainer minWidth={480} type="native" tabIndex={0}>
          <Table aria-label="Headers">
            <Table.Tbody>
              {HEADERS.map(([name, description]) => (
                <Table.Tr key={name}>
                  <Table.Th scope="row">
                    <Code>{name}</Code>
                  </Table.Th>
                  <Table.Td>{description}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Part>

      <Part title="Check the signature">
        <Text size="sm">
          Signatures follow Standard Webhooks: HMAC-SHA256 over id, timestamp and body, joined by dots. The key is the
          base64 after <Code>whsec_</Code>, decoded. Use the raw body, before parsing. For 24 hours after you make a new
          secret there are two signatures; either one is enough.
        </Text>
        <Snippet name="Node.js: a whole receiver" code={receiver} />
        <Snippet name="Python" code={python} />
        <Snippet name="PHP" code={php} />
      </Part>

      <Part title="Answers and retries">
        <Steps
          steps={[
            'Answer with any 2xx status within 10 seconds, then work. Redirects are not followed.',
            'Anything else is retried after about 1, 5 and 15 minutes, then 1, 2, 6 and 12 hours: 8 attempts in 21 hours.',
            '429 and 503 slow everything down for this webhook, for as long as Retry-After says, at most an hour.',
            '410 disables the webhook at once. Five days of nothing but failures disable it, too. Owners and admins are notified.',
            'Events of the same message, chat, connection or campaign arrive in order. Other events do not wait for them.',
            'Every event is sent at least once, so the same id may arrive twice. In Deliveries you can send one event or a selection again; a webhook’s menu sends everything since a time. All keep their ids.',
          ]}
        />
      </Part>

      <Part title="Reply from your program">
        <Text size="sm">
          <Code>packages/client</Code> in the source of this server is a typed client of the whole API, without
          dependencies: copy its two files, or add it by its path.
        </Text>
        <Snippet name="Node.js" code={client} />
      </Part>

      <Part title="Servers on your own network">
        <Text size="sm">
          Private addresses are refused at every attempt. The administrator of this server can allow some with the
          setting <Code>WEBHOOK_ALLOWED_HOSTS</Code>, for example <Code>n8n.lan,10.0.0.0/8</Code>; these may use http as
          well.
        </Text>
      </Part>

      <Part title="Form tools" id="forms">
        <Text size="sm">
          A form webhook works the other way around: your form tool sends a request to a secret address, and the number
          in it receives a template. No API key or signature is needed.
        </Text>
        <Steps
          steps={[
            'Save a template in a campaign, such as: Hi {name|there}, your table for {guests} is booked.',
            'Open Developers → API keys → Form webhooks, create one for the template, and copy its address.',
            'Let your form tool send a POST request to it: JSON or form fields (application/x-www-form-urlencoded).',
          ]}
        />
        <Snippet name="curl" code={form} />
        <Text size="sm">
          <Code>to</Code> (or <Code>phone</Code>, <Code>mobile</Code>) is the number. Every other field is a variable of
          the same name; in JSON they may also be in an object <Code>variables</Code>. Fields that the template does not
          use are ignored. A missing variable without a fallback is refused with status 422. The same request again
          within a minute sends nothing and answers 200; a new message answers 201.
        </Text>
      </Part>

      <Part title="Events">
        <Table.ScrollContainer minWidth={480} type="native" tabIndex={0}>
          <Table aria-label="Events" verticalSpacing="xs">
            <Table.Tbody>
              {Object.entries(WEBHOOK_EVENTS).map(([type, event]) => (
                <Table.Tr key={type}>
                  <Table.Td>
                    <Code>{type}</Code>
                    <Text size="sm">{event.summary}</Text>
                    <details>
                      <summary>data</summary>
                      <Code block>{JSON.stringify(event.example, null, 2)}</Code>
                    </details>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Part>
    </GuideFrame>
  );
}
