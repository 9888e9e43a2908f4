import type { WebSocket } from 'ws';
import type { Link, LinkListener } from '../network/link.ts';
import type { SimulatedNetwork } from '../network/simulated-network.ts';
import type { EngineFrame, NetworkFrame } from './frames.ts';

/** A socket that hasn't identified itself within this time is closed. */
const HELLO_TIMEOUT_MS = 10_000;
const CLOSE_PROTOCOL_ERROR = 1002;
/** What was sent can't be stored, as on a full disk; the engine reconnects and sends it again. */
const CLOSE_CANNOT_STORE = 1011;

/** Serves one engine's socket: translates its frames to calls on its link, and the network's events to frames. */
export function serveEngineSocket(network: SimulatedNetwork, socket: WebSocket): void {
  let link: Link | null = null;
  let pairing: string | null = null;
  const tell = batchFrames(socket);
  const helloTimer = setTimeout(() => socket.close(CLOSE_PROTOCOL_ERROR, 'nothing said'), HELLO_TIMEOUT_MS);
  helloTimer.unref();

  const listener: LinkListener = {
    receipts: (receipts, cursor) => tell({ op: 'receipts', receipts, cursor }),
    messages: (messages, cursor) => tell({ op: 'messages', messages, cursor }),
    chats: (chats) => tell({ op: 'chats', chats }),
    restriction: (restriction) => tell({ op: 'restriction', restriction }),
    closed(reason) {
      link = null;
      tell({ op: 'closed', reason }, true);
    },
  };

  function connect(frame: Extract<EngineFrame, { op: 'connect' }>): void {
    link = network.connect({ ...frame, copies: true }, listener);
    if (link) tell({ op: 'open', account: link.account });
    else tell({ op: 'closed', reason: 'refused' }, true);
  }

  function pair(frame: Extract<EngineFrame, { op: 'pair' }>): void {
    pairing = frame.device;
    network.pair(frame.device, frame.secret, {
      qr: (text, expiresInMs) => tell({ op: 'qr', text, expiresInMs }),
      paired(account) {
        pairing = null;
        tell({ op: 'paired', account });
      },
      expired() {
        pairing = null;
        tell({ op: 'pairing-expired' }, true);
      },
    });
  }

  const giveUp = () => socket.close(CLOSE_CANNOT_STORE, 'this cannot be stored now');

  function handle(frame: EngineFrame): void {
    clearTimeout(helloTimer);
    switch (frame.op) {
      case 'connect':
        connect(frame);
        break;
      case 'pair':
        pair(frame);
        break;
      case 'pairing-code':
        {
          const code = pairing ? network.pairingCode(pairing, frame.number) : null;
          tell({ op: 'pairing-code', n: frame.n, code: code?.text ?? null, lifeMs: code?.lifeMs ?? 0 });
        }
        break;
      case 'send':
        link?.send(frame.request).then((reply) => tell({ op: 'reply', n: frame.n, reply }), giveUp);
        break;
      case 'received-receipts':
        link?.acknowledgeReceipts(frame.cursor);
        break;
      case 'received-messages':
        link?.acknowledgeMessages(frame.cursor);
        break;
      case 'look-up':
        tell({ op: 'looked-up', n: frame.n, numbers: link?.lookUp(frame.numbers) ?? [] });
        break;
      case 'probe':
        tell({ op: 'probed', n: frame.n, levels: link?.probe(frame.ids) ?? [] });
        break;
      case 'file': {
        const content = link && network.files.read(frame.sha256);
        tell({ op: 'file', n: frame.n, base64: content ? Buffer.from(content).toString('base64') : null });
        break;
      }
      case 'picture':
        tell({ op: 'picture', n: frame.n, picture: link ? network.phones.pictureOf(frame.address) : null });
        break;
      case 'group': {
        const group = network.phones.group(frame.id);
        const isMember = link && group?.participants.includes(link.account);
        tell({ op: 'group', n: frame.n, group: isMember ? group : null });
        break;
      }
      case 'change-group': {
        const refused = { error: 'the device is not linked' };
        const changed = link ? network.phones.changeByDevice(link.account, frame.change) : refused;
        tell({ op: 'changed-group', n: frame.n, changed });
        break;
      }
      case 'common-groups': {
        const ids = link ? network.phones.commonGroups(link.account, frame.number) : [];
        tell({ op: 'common-groups', n: frame.n, ids });
        break;
      }
      case 'history': {
        const messages = link?.history(frame.chat, frame.before, frame.count) ?? [];
        tell({ op: 'history', n: frame.n, messages });
        break;
      }
      case 'typing':
        link?.typing(frame.chat, frame.isTyping);
        break;
      case 'log-out':
        link?.logOut();
        break;
    }
  }

  socket.on('message', (data, isBinary) => {
    if (isBinary) {
      try {
        if (link) network.files.add(data as Buffer);
      } catch {
        giveUp();
      }
      return;
    }
    try {
      for (const frame of JSON.parse(String(data)) as EngineFrame[]) handle(frame);
    } catch {
      socket.close(CLOSE_PROTOCOL_ERROR, 'not a list of frames');
    }
  });
  socket.on('error', () => socket.terminate());
  socket.on('close', () => {
    clearTimeout(helloTimer);
    link?.close();
    if (pairing) network.cancelPairing(pairing);
  });
}

/** Sends everything from one turn of the event loop as one frame. */
function batchFrames(socket: WebSocket): (frame: NetworkFrame, thenClose?: boolean) => void {
  let frames: NetworkFrame[] = [];
  let closing = false;
  return (frame, thenClose = false) => {
    if (frames.push(frame) === 1) {
      setImmediate(() => {
        const batch = frames;
        frames = [];
        if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(batch));
        if (closing) socket.close();
      });
    }
    closing ||= thenClose;
  };
}
