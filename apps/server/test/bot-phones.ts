import type { Outgoing } from '@switchyard/contracts/engine/protocol';
import { type Body, type NetworkMessage, SimulatedNetwork, VirtualClock } from '@switchyard/whatsapp-simulator';

/** A bot's number on a simulated network of its own, and the phones that it talks with. */
interface BotPhones {
  /** Somebody writes to the number. @returns as its engine is told of it */
  write(from: string, text: string): Promise<NetworkMessage>;
  /** The engine sends what it has claimed. */
  send(message: Pick<Outgoing, 'waMessageId' | 'to' | 'body'>): Promise<void>;
  /**
   * What arrived at any phone since this was asked last, in its order, by the network's own record.
   * @throws Error when something was sent twice
   */
  arrived(): string[];
}

/** Nothing outlives the process, and no time passes. */
export function openPhones(account: string): BotPhones {
  const network = new SimulatedNetwork({ directory: null, clock: new VirtualClock() });
  const told: NetworkMessage[] = [];
  const link = network.connect(
    { device: 'engine', secret: 'engine', account },
    {
      messages: (messages) => void told.push(...messages),
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
      const message = reply.kind === 'accepted' ? told.find(({ id }) => id === reply.id) : undefined;
      if (!message) throw new Error(`the engine was not told: ${JSON.stringify(reply)}`);
      return message;
    },
    async send({ waMessageId, to, body }) {
      // The network knows no groups of a test's own: a member stands for each.
      const phone = to.startsWith('+') ? to : MEMBER;
      const reply = await link.send({ id: waMessageId, to: phone, body: bodyOf(network, body) });
      if (reply.kind !== 'accepted') throw new Error(`the network refuses it: ${reply.reason}`);
    },
    arrived() {
      const { data, absorbed } = network.deliveries.page(null, MAX_SHOWN, 0, [account]);
      if (absorbed > 0) throw new Error(`${absorbed} messages were sent again under their ids`);
      const ours = data.filter(({ from }) => from === account);
      const fresh = ours.slice(shown);
      shown = ours.length;
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
