import type { IncomingMessage, ServerResponse } from 'node:http';
import { FAULT_KINDS, type FaultKind, type FaultRule } from '../network/faults.ts';
import { canControl, type NetworkScope } from '../network/network-scope.ts';
import type { SimulatedNetwork } from '../network/simulated-network.ts';
import { readPhoneMessage, readPicture, readTexts } from './phone-messages.ts';
import { answer, numberOf, pageOf, RequestFault, readObject } from './requests.ts';

type Action = (network: SimulatedNetwork, number: string, body: Record<string, unknown>) => unknown;

/** Actions on an account: `POST /simulator/accounts/NUMBER/ACTION`. */
const ACCOUNT_ACTIONS: Record<string, Action> = {
  messages: (network, number, body) =>
    network.phones.send(number, addressOf(text(body, 'to')), readPhoneMessage(body, network.files)),
  react: (network, number, body) =>
    network.phones.react(number, addressOf(text(body, 'to')), text(body, 'messageId'), String(body.emoji ?? '')),
  edit: (network, number, body) =>
    network.phones.edit(number, addressOf(text(body, 'to')), text(body, 'messageId'), text(body, 'text')),
  delete: (network, number, body) =>
    network.phones.deleteMessage(number, addressOf(text(body, 'to')), text(body, 'messageId')),
  star: (network, number, body) =>
    network.phones
      .star(number, addressOf(text(body, 'to')), text(body, 'messageId'), body.isStarred !== false)
      .catch(wrong('messageId')),
  read: (network, number, body) => network.phones.read(number, addressOf(text(body, 'to'))),
  name: (network, number, body) => network.phones.setName(number, text(body, 'name')),
  picture: (network, number, body) => {
    const address = typeof body.group === 'string' ? addressOf(body.group) : number;
    network.phones.setPicture(address, body.file === null ? null : readPicture(body.file, network.files));
  },
  async vote(network, number, body) {
    const options = readTexts(body.options, 'options');
    const voting = network.phones.vote(number, addressOf(text(body, 'to')), text(body, 'messageId'), options);
    return voting.catch(wrong('options'));
  },
  async scan(network, number, body) {
    const device = await network.phones.scan(number, text(body, 'qr'));
    if (device === null) throw new RequestFault(404, 'qr: no device shows this code now');
    return { device };
  },
  async 'enter-code'(network, number, body) {
    const device = await network.phones.enterCode(number, text(body, 'code'));
    if (device === null) throw new RequestFault(404, 'code: no device is waiting for this code');
    return { device };
  },
  async restrict(network, number, body) {
    const scope = body.scope === 'new' ? 'new' : 'all';
    const untilMs = typeof body.forMs === 'number' ? network.clock.nowMs() + body.forMs : null;
    await network.phones.restrict(number, { scope, untilMs });
  },
  lift: (network, number) => network.phones.restrict(number, null),
  disconnect: (network, number) => network.phones.disconnect(number),
  'log-out': (network, number) => network.phones.logOut(number),
  offline: (network, number) => network.phones.setOffline(number, true),
  online: (network, number) => network.phones.setOffline(number, false),
  contacts: (network, number, body) =>
    network.phones.setContact(number, numberOf(text(body, 'number'), 'number'), text(body, 'name')),
  groups: (network, number, body) =>
    network.phones.createGroup(number, text(body, 'subject'), numbersOf(body, 'participants')),
  'change-group': async (network, number, body) => {
    const changes = {
      ...(typeof body.subject === 'string' ? { subject: body.subject } : {}),
      ...(typeof body.isAnnouncement === 'boolean' ? { isAnnouncement: body.isAnnouncement } : {}),
      ...{ add: numbersOf(body, 'add'), remove: numbersOf(body, 'remove') },
    };
    try {
      return network.phones.changeGroup(number, text(body, 'group'), changes);
    } catch (error) {
      return wrong('group')(error as Error);
    }
  },
};

const wrong = (name: string) => (error: Error) => Promise.reject(new RequestFault(422, `${name}: ${error.message}`));

function numbersOf(body: Record<string, unknown>, name: string): string[] {
  const values = Array.isArray(body[name]) ? body[name] : [];
  return values.map((value, at) => numberOf(String(value), `${name}.${at}`));
}

/**
 * Answers a request under `/simulator/`.
 * @returns false if the path is another one and nothing was answered
 *
 *     GET    /simulator/deliveries?to=NUMBER&limit&skip   what arrived (without `to`: anywhere), with totals
 *     GET    /simulator/files/SHA256                      the bytes of a file
 *     GET    /simulator/accounts?limit&skip
 *     POST   /simulator/accounts/NUMBER/ACTION            see ACCOUNT_ACTIONS
 *     GET    /simulator/faults, POST a rule, DELETE all
 *
 * @param scope what the caller may see and control; null for everything. Otherwise they see messages and faults of
 *   their own numbers, and control any phone that isn't somebody else's; a rule without an account applies to their
 *   own.
 */
export async function serveAdminApi(
  network: SimulatedNetwork,
  request: IncomingMessage,
  response: ServerResponse,
  scope: NetworkScope | null,
): Promise<boolean> {
  const url = new URL(request.url ?? '/', 'http://simulator');
  const [, root, collection, number, action] = url.pathname.split('/');
  if (root !== 'simulator') return false;
  try {
    const route = `${request.method} ${collection}${number === undefined ? '' : '/*'}`;
    switch (route) {
      case 'GET deliveries': {
        const to = url.searchParams.get('to');
        const { limit, skip } = pageOf(url.searchParams);
        answer(
          response,
          200,
          network.deliveries.page(to ? addressOf(to) : null, limit, skip, partiesOf(network, scope)),
        );
        return true;
      }
      case 'GET files/*': {
        const content = network.files.read(number ?? '');
        if (!content) throw new RequestFault(404, 'there is no such file');
        response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': content.length });
        response.end(content);
        return true;
      }
      case 'GET accounts': {
        const { limit, skip } = pageOf(url.searchParams);
        const { accounts, total } = network.phones.list(limit, skip, scope);
        answer(response, 200, { data: accounts, total });
        return true;
      }
      case 'POST accounts/*': {
        const act = ACCOUNT_ACTIONS[action ?? ''];
        if (!act) throw new RequestFault(404, `actions: ${Object.keys(ACCOUNT_ACTIONS).join(', ')}`);
        const body = await readObject(request);
        const done = await act(network, controlledNumber(decodeURIComponent(number ?? ''), scope), body);
        await network.durable();
        answer(response, 200, done ?? { ok: true });
        return true;
      }
      case 'GET faults':
        answer(response, 200, {
          data: network.faults.list().filter(({ account }) => !scope || (account && scope.own.includes(account))),
        });
        return true;
      case 'POST faults':
        for (const rule of rulesFor(faultRule(await readObject(request)), scope)) network.faults.add(rule);
        answer(response, 201, { ok: true });
        return true;
      case 'DELETE faults':
        network.faults.clear(scope?.own);
        answer(response, 200, { ok: true });
        return true;
      default:
        return false;
    }
  } catch (error) {
    if (!(error instanceof RequestFault)) throw error;
    answer(response, error.status, { message: error.message });
    return true;
  }
}

/** The addresses whose messages are in scope: the caller's own numbers and their groups. Null for any. */
const partiesOf = (network: SimulatedNetwork, scope: NetworkScope | null): string[] | null =>
  scope?.own.flatMap((number) => [number, ...network.phones.groupsOf(number).map(({ id }) => id)]) ?? null;

/** The number of a phone that the caller may control. @throws RequestFault 403 */
export function controlledNumber(text: string, scope: NetworkScope | null): string {
  const number = numberOf(text, 'number');
  if (!canControl(scope, number)) throw new RequestFault(403, 'this phone is linked to an engine of another workspace');
  return number;
}

/** @throws RequestFault 403 for a rule that would affect others */
function rulesFor(rule: FaultRule, scope: NetworkScope | null): FaultRule[] {
  if (!scope) return [rule];
  const accounts = rule.account === undefined ? scope.own : [rule.account];
  if (accounts.length === 0 || accounts.some((account) => !scope.own.includes(account))) {
    throw new RequestFault(403, 'account: must be linked to one of your engines');
  }
  return accounts.map((account) => ({ ...rule, account }));
}

const addressOf = (to: string): string => (to.endsWith('@g.us') ? to : numberOf(to, 'to'));

function text(body: Record<string, unknown>, name: string): string {
  const value = body[name];
  if (typeof value !== 'string' || value === '') throw new RequestFault(422, `${name}: a text is required`);
  return value;
}

function faultRule(body: Record<string, unknown>): FaultRule {
  const kind = FAULT_KINDS.find((known) => known === body.kind) as FaultKind | undefined;
  if (!kind) throw new RequestFault(422, `kind: one of ${FAULT_KINDS.join(', ')}`);
  return {
    kind,
    ...(typeof body.account === 'string' ? { account: numberOf(body.account, 'account') } : {}),
    ...(typeof body.times === 'number' || body.times === null ? { times: body.times } : {}),
    ...(typeof body.chance === 'number' ? { chance: body.chance } : {}),
    ...(typeof body.delayMs === 'number' ? { delayMs: body.delayMs } : {}),
    ...(typeof body.code === 'number' ? { code: body.code } : {}),
  };
}
