import type { Outgoing } from '@switchyard/contracts/engine/protocol';
import { type Body, type NetworkMessage, SimulatedNetwork, VirtualClock } from '@switchyard/whatsapp-simulator';

/** A bot's number on its own simulated network, and the phones that it talks to. */
interface BotPhones {
  /** Sends a message to the number. @returns the message as its engine reports it */
  write(from: string, text: string): Promise<NetworkMessage>;
  /** The engine sends a claimed message. */
  send(message: Pick<Outgoing, 'waMessageId' | 'to' | 'body'>): Promise<void>;
  /**
   * The messages that arrived at any phone since the last call, in order, from the network's own record.
   * @throws Error if a message was sent twice
   */
  arrived(): string[];
}

/** In memory only, and time doesn't pass. */
export function openPhones(account: string): BotPhones {
  const network = new SimulatedNetwork({ directory: null, clock: new VirtualClock() });
  const reported: NetworkMessage[] = [];
  const link = network.connect(
    { device: 'engine', secret: 'engine', account },
    {
      messages: (messages) => void reported.push(...messages),
      receipts: () => undefined,
      restriction: () => undefined,
      closed: () => undefined,
    },
  );
  if (!link) throw new Error('the network does not take the device');
  let shown = 0;
  return {
    async write(from, text) {
      const reply = await network.phones.send(from, account, { kind: 'text', text });
      const message = reply.kind === 'accepted' ? reported.find(({ id }) => id === reply.id) : undefined;
      if (!message) throw new Error(`the engine was not told: ${JSON.stringify(reply)}`);
      return message;
    },
    async send({ waMessageId, to, body }) {
      // The network has no groups of a test, so a member stands for each.
      const phone = to.startsWith('+') ? to : MEMBER;
      const reply = await link.send({ id: waMessageId, to: phone, body: bodyOf(network, body) });
      if (reply.kind !== 'accepted') throw new Error(`the network refuses it: ${reply.reason}`);
    },
    arrived() {
      const { data, absorbed } = network.deliveries.page(null, MAX_SHOWN, 0, [account]);
      if (absorbed > 0) throw new Error(`${absorbed} messages were sent again under their ids`);
      const sentByUs = data.filter(({ from }) => from === account);
      const fresh = sentByUs.slice(shown);
      shown = sentByUs.length;
      return fresh.map(({ text, poll }) => (poll ? `${text} [${poll.options.join(' | ')}]` : text));
    },
  };
}

const MAX_SHOWN = 1_000;
const MEMBER = '+447700900077';

function bodyOf(network: SimulatedNetwork, body: Outgoing['body']): Body {
  if (body.kind !== 'media') return body;
  const { kind, text, media, mimeType, fileName, bytes } = body;
  const { sha256 } = network.files.add(new Uint8Array(bytes));
  return { kind, text, media, mimeType, fileName: fileName || null, bytes, sha256 };
}
