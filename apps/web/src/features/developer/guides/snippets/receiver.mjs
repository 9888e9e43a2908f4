import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const SECRET = process.env.WEBHOOK_SECRET; // whsec_…
const TOLERANCE_SECONDS = 300;
const handled = new Set(); // Keep ids in your database instead.

function isSigned(headers, body) {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= TOLERANCE_SECONDS)) return false;
  const key = Buffer.from(SECRET.replace('whsec_', ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
  return String(headers['webhook-signature'])
    .split(' ')
    .some((signature) => {
      const given = Buffer.from(signature.replace('v1,', ''), 'base64');
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
}

createServer(async (request, response) => {
  const pieces = [];
  for await (const piece of request) pieces.push(piece);
  const body = Buffer.concat(pieces).toString('utf8'); // The raw bytes, not re-serialised JSON.
  if (!isSigned(request.headers, body)) return response.writeHead(401).end();
  response.writeHead(204).end(); // Answer first, within 10 seconds; then work.

  const event = JSON.parse(body);
  if (handled.has(event.id)) return; // A retry or replay of an event that you have already handled.
  handled.add(event.id);
  console.log(event.type, event.data);
}).listen(process.env.PORT ?? 4000);
