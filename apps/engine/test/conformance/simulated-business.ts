import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CloudApiCredential, InboxEntry } from '@switchyard/contracts/engine/protocol';
import type { listen } from '@switchyard/whatsapp-simulator';

/** A business at the simulated Meta, for tests: its number, and the inbox filled by its webhook, in memory. */
export interface SimulatedBusiness {
  credential: CloudApiCredential;
  /** Like `DriverContext.inbox`. */
  inbox(taken: number[]): Promise<{ entries: InboxEntry[]; more: boolean }>;
  close(): void;
}

/** Registers the number, with its own webhook. */
export async function openBusiness(
  face: Awaited<ReturnType<typeof listen>>,
  account: string,
): Promise<SimulatedBusiness> {
  const known = new Set<string>();
  let waiting: InboxEntry[] = [];
  let phoneNumberId = '';
  const server = createServer(async (request, response) => {
    if (request.method === 'POST') {
      for (const { key, kind, payload } of split(await bodyOf(request), phoneNumberId)) {
        if (known.has(key)) continue;
        known.add(key);
        waiting.push({ _id: known.size, kind, payload });
      }
      response.end();
    } else response.end(new URL(request.url ?? '/', 'http://business').searchParams.get('hub.challenge'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const webhookUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const number = await face.graph.register(account, { webhookUrl });
  phoneNumberId = number.phoneNumberId;
  return {
    credential: { phoneNumberId, accessToken: number.accessToken, apiVersion: 'v25.0' },
    async inbox(taken) {
      waiting = waiting.filter((message) => !taken.includes(message._id));
      return { entries: [...waiting], more: false };
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

interface Webhook {
  entry: {
    changes: {
      value: {
        metadata: { phone_number_id: string };
        statuses?: Item[];
        messages?: Item[];
        contacts?: { wa_id: string; profile: { name: string } }[];
      };
    }[];
  }[];
}
type Item = { id: string; status?: string; from?: string };

/** Splits a webhook's body like the server does for its inbox. */
function split(body: unknown, phoneNumberId: string) {
  const values = (body as Webhook).entry.flatMap((entry) => entry.changes.map((change) => change.value));
  return values
    .filter((value) => value.metadata.phone_number_id === phoneNumberId)
    .flatMap(({ statuses = [], messages = [], contacts = [] }) => [
      ...statuses.map((statuse) => ({
        key: `${statuse.id} ${statuse.status}`,
        kind: 'status' as const,
        payload: statuse,
      })),
      ...messages.map((message) => {
        const name = contacts.find(({ wa_id }) => wa_id === message.from)?.profile.name;
        const payload = name === undefined ? message : { ...message, profileName: name };
        return { key: message.id, kind: 'message' as const, payload };
      }),
    ]);
}
