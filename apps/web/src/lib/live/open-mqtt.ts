import type { OpenSocket } from './live-connection.ts';

const CONNECT_TIMEOUT_MS = 10_000;
const KEEPALIVE_S = 30;

/** The MQTT 3.1.1 packets (sections 3.1 to 3.14) that a subscriber needs, by their first byte. */
const PACKET = { connect: 0x10, subscribe: 0x82, ping: 0xc0, disconnect: 0xe0 } as const;
const KIND = { connected: 2, published: 3, subscribed: 9, pong: 13 } as const;
/** User name, password, clean session. */
const CONNECT_FLAGS = 0xc2;
const VERSION = 4;
/** Packet id of SUBSCRIBE, the only numbered packet sent. */
const SUBSCRIPTION = [0, 1];
const REFUSED = 0x80;

/**
 * MQTT over WebSocket for a page that only subscribes (QoS 0): a full library weighs more than the calendar.
 * Reconnecting is handled by the caller, since every attempt needs a new ticket.
 */
export const openMqtt: OpenSocket = (ticket, on) => {
  const url = new URL(ticket.url, window.location.href);
  url.protocol = url.protocol.replace(/^http/, 'ws');
  const socket = new WebSocket(url.href, 'mqtt');
  socket.binaryType = 'arraybuffer';
  let isDone = false;
  let isAnswered = true;
  let timer = window.setTimeout(finish, CONNECT_TIMEOUT_MS);
  const received = new PacketReader();

  function finish() {
    if (isDone) return;
    isDone = true;
    window.clearTimeout(timer);
    if (socket.readyState === WebSocket.OPEN) send(PACKET.disconnect, []);
    socket.close();
    on.closed();
  }
  const send = (first: number, body: readonly number[]) =>
    socket.send(Uint8Array.from([first, ...lengthOf(body.length), ...body]));
  /** The broker drops silent clients, and the page drops a silent broker. */
  function ping() {
    if (!isAnswered) return finish();
    isAnswered = false;
    send(PACKET.ping, []);
    timer = window.setTimeout(ping, KEEPALIVE_S * 1_000);
  }
  const handlePacket = (kind: number, body: Uint8Array) => {
    if (kind === KIND.connected) {
      if (body[1] !== 0) return finish();
      send(PACKET.subscribe, [...SUBSCRIPTION, ...ticket.topics.flatMap((topic) => [...textOf(topic), 0])]);
    } else if (kind === KIND.subscribed) {
      if (body.subarray(SUBSCRIPTION.length).some((code) => code >= REFUSED)) return finish();
      window.clearTimeout(timer);
      timer = window.setTimeout(ping, KEEPALIVE_S * 1_000);
      on.open();
    } else if (kind === KIND.published) {
      const topicLength = new DataView(body.buffer, body.byteOffset).getUint16(0);
      on.message(new TextDecoder().decode(body.subarray(2 + topicLength)));
    } else if (kind === KIND.pong) isAnswered = true;
  };

  socket.onopen = () =>
    send(PACKET.connect, [
      ...textOf('MQTT'),
      VERSION,
      CONNECT_FLAGS,
      0,
      KEEPALIVE_S,
      ...[ticket.clientId, ticket.username, ticket.password].flatMap((text) => [...textOf(text)]),
    ]);
  socket.onmessage = ({ data }) => {
    for (const { kind, body } of received.add(new Uint8Array(data as ArrayBuffer)))
      if (!isDone) handlePacket(kind, body);
  };
  socket.onerror = finish;
  socket.onclose = finish;
  return { end: finish };
};

/** Length in two bytes, then the bytes of a text. */
function textOf(text: string): number[] {
  const bytes = new TextEncoder().encode(text);
  return [bytes.length >> 8, bytes.length & 0xff, ...bytes];
}

/** Seven bits per byte, least significant first; the eighth bit says that more follow. */
function lengthOf(length: number): number[] {
  const rest = Math.floor(length / 128);
  return rest > 0 ? [(length % 128) | 0x80, ...lengthOf(rest)] : [length];
}

/** Assembles packets from received chunks, which may hold part of one or several. */
class PacketReader {
  #buffer = new Uint8Array();

  add(arrived: Uint8Array): { kind: number; body: Uint8Array }[] {
    const bytes = new Uint8Array(this.#buffer.length + arrived.length);
    bytes.set(this.#buffer);
    bytes.set(arrived, this.#buffer.length);
    const packets: { kind: number; body: Uint8Array }[] = [];
    let start = 0;
    while (true) {
      let at = start + 1;
      let length = 0;
      for (let factor = 1; at < bytes.length; factor *= 128, at += 1) {
        length += ((bytes[at] ?? 0) & 0x7f) * factor;
        if ((bytes[at] ?? 0) < 0x80) break;
      }
      // The byte at `at` ends the length.
      if (at >= bytes.length || at + 1 + length > bytes.length) break;
      packets.push({ kind: (bytes[start] ?? 0) >> 4, body: bytes.slice(at + 1, at + 1 + length) });
      start = at + 1 + length;
    }
    this.#buffer = bytes.slice(start);
    return packets;
  }
}
