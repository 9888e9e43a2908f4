import mqtt from 'mqtt';
import type { OpenSocket } from './live-connection.ts';

const CONNECT_TIMEOUT_MS = 10_000;
const KEEPALIVE_S = 30;

/** MQTT over WebSocket. Reconnecting is ours: every try needs a new ticket. */
export const openMqtt: OpenSocket = (ticket, on) => {
  const url = new URL(ticket.url, window.location.href);
  url.protocol = url.protocol.replace(/^http/, 'ws');
  const client = mqtt.connect(url.href, {
    clientId: ticket.clientId,
    username: ticket.username,
    password: ticket.password,
    reconnectPeriod: 0,
    connectTimeout: CONNECT_TIMEOUT_MS,
    keepalive: KEEPALIVE_S,
    clean: true,
    // Else it makes all 65,536 numbers of two bytes in advance: several megabytes, and tens of milliseconds.
    writeCache: false,
  });
  let isDone = false;
  const finish = () => {
    if (isDone) return;
    isDone = true;
    client.end(true);
    on.closed();
  };
  client.on('connect', () => {
    client.subscribe(ticket.topics, (error, granted) => {
      // 128 and above: the broker refused the topic.
      if (error || granted?.some((one) => one.qos >= 128)) finish();
      else on.open();
    });
  });
  client.on('message', (_topic, payload) => on.message(new TextDecoder().decode(payload)));
  client.on('error', finish);
  client.on('close', finish);
  return { end: finish };
};
