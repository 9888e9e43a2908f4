import type { BinaryNode } from 'baileys';
import type { Group, GroupChange } from '../network/model.ts';
import { isOnWhatsApp } from '../network/model.ts';
import type { SimulatedNetwork } from '../network/simulated-network.ts';
import type { KeyValueStore } from '../store/key-value-store.ts';
import type { AppState } from './app-state.ts';
import type { DeviceKeyStore } from './device-keys.ts';
import { addressOfJid, deviceOfJid, hiddenJidOf, jidOf, numberOfJid } from './jids.ts';
import { MEDIA_HOST, mediaPathOf, UPLOAD_HOST, uploadToken } from './media-server.ts';
import type { MessageBodies } from './message-bodies.ts';
import { bytesOf, childOf, childrenOf, node, seconds } from './nodes.ts';
import type { PhoneSignal } from './phone-signal.ts';

/** How long a client may use its information about media hosts. */
const MEDIA_CONNECTION_SECONDS = '3600';

export interface QueryDeps {
  network: SimulatedNetwork;
  keys: DeviceKeyStore;
  phones: PhoneSignal;
  bodies: MessageBodies;
  values: KeyValueStore;
  appState: AppState;
  /** Retry requests of phones, by device and message. */
  retryRequests: Map<string, Map<string, BinaryNode>>;
}

/**
 * Answers a device's query (`iq`).
 * @returns the content of the result; empty if the network has no answer
 */
export function answerQuery(deps: QueryDeps, me: { number: string; jid: string }, query: BinaryNode): BinaryNode[] {
  const [question] = childrenOf(query);
  const chat = query.attrs.to ?? '';
  switch (`${query.attrs.xmlns} ${question?.tag ?? ''}`) {
    case 'encrypt count':
      return [node('count', { value: String(deps.keys.get(me.jid)?.once.length ?? 0) })];
    case 'encrypt digest':
      return [node('digest')];
    case 'encrypt key':
      return [
        node(
          'list',
          {},
          childrenOf(question, 'user').map((user) => keysOf(deps, user.attrs.jid ?? '')),
        ),
      ];
    case 'usync usync':
      return question ? [lookUp(question)] : [];
    case 'w:sync:app:state sync': {
      const collections = childrenOf(question, 'collection').map(({ attrs: { name = '', version = '0' } }) =>
        deps.appState.since(me.number, name, Number(version)),
      );
      return [node('sync', {}, collections)];
    }
    case 'w:m media_conn': {
      const auth = uploadToken(deps.network);
      return [node('media_conn', { auth, ttl: MEDIA_CONNECTION_SECONDS }, [node('host', { hostname: UPLOAD_HOST })])];
    }
    case 'w:profile:picture picture': {
      const picture = deps.network.phones.pictureOf(addressOfJid(query.attrs.target ?? ''));
      if (!picture) return [node('error', { code: '404', text: 'item-not-found' })];
      return [node('picture', { id: picture.sha256, url: `https://${MEDIA_HOST}${mediaPathOf(picture.sha256)}` })];
    }
    case 'w:g2 query': {
      const group = deps.network.phones.group(query.attrs.to ?? '');
      return group?.participants.includes(me.number)
        ? [groupNode(group)]
        : [node('error', { code: '403', text: 'forbidden' })];
    }
    case 'w:g2 participating':
      return [node('groups', {}, deps.network.phones.groupsOf(me.number).map(groupNode))];
    case 'w:g2 create': {
      const members = membersOf(question);
      return [groupNode(deps.network.phones.createGroup(me.number, question?.attrs.subject ?? '', members))];
    }
    case 'w:g2 subject':
      return changed(deps, me, { kind: 'settings', chat, subject: textOf(question) });
    case 'w:g2 description':
      return changed(deps, me, { kind: 'settings', chat, description: textOf(childOf(question, 'body')) });
    case 'w:g2 announcement':
    case 'w:g2 not_announcement':
      return changed(deps, me, { kind: 'settings', chat, isAnnouncement: question?.tag === 'announcement' });
    case 'w:g2 locked':
    case 'w:g2 unlocked':
      return changed(deps, me, { kind: 'settings', chat, isLocked: question?.tag === 'locked' });
    case 'w:g2 add':
    case 'w:g2 remove':
    case 'w:g2 promote':
    case 'w:g2 demote':
      return changed(deps, me, { kind: question?.tag as 'add', chat, members: membersOf(question) });
    case 'w:g2 leave':
      return changed(deps, me, { kind: 'leave', chat: childOf(question, 'group')?.attrs.id ?? '' });
    case 'w:g2 invite':
      return changed(deps, me, { kind: 'invite', chat });
    default:
      if (query.attrs.xmlns === 'encrypt' && query.attrs.type === 'set') deps.keys.upload(me.jid, query);
      return [];
  }
}

const membersOf = (question: BinaryNode | undefined): string[] =>
  childrenOf(question, 'participant').map(({ attrs }) => numberOfJid(attrs.jid ?? ''));
const textOf = (part: BinaryNode | undefined): string => bytesOf(part).toString('utf8');

/** The result of a change, in the form its device gets it. */
function changed({ network }: QueryDeps, me: { number: string }, change: GroupChange): BinaryNode[] {
  const done = network.phones.changeByDevice(me.number, change);
  if ('error' in done) return [node('error', { code: '403', text: done.error })];
  if (change.kind === 'invite') return [node('invite', { code: done.inviteCode ?? '' })];
  if (!('members' in change)) return [];
  return [
    node(
      change.kind,
      {},
      change.members.map((number) => node('participant', { jid: jidOf(number) })),
    ),
  ];
}

function keysOf({ keys, phones }: QueryDeps, jid: string): BinaryNode {
  if (deviceOfJid(jid) === 0) return phones.keyNode(jid);
  const found = keys.take(jidOf(numberOfJid(jid), deviceOfJid(jid)));
  if (!found) return node('user', { jid }, [node('error', { code: '404', text: 'no keys' })]);
  const key = (tag: string, { id, value, signature }: { id: number; value: Buffer; signature?: Buffer }) => {
    const number = Buffer.alloc(3);
    number.writeUIntBE(id, 0, 3);
    const content = [node('id', {}, number), node('value', {}, value)];
    return node(tag, {}, signature ? [...content, node('signature', {}, signature)] : content);
  };
  const registration = Buffer.alloc(4);
  registration.writeUInt32BE(found.registrationId);
  return node('user', { jid }, [
    node('registration', {}, registration),
    node('type', {}, Buffer.from([5])),
    node('identity', {}, found.identity),
    key('skey', found.signed),
    ...(found.oneTimeKey ? [key('key', found.oneTimeKey)] : []),
  ]);
}

/**
 * Answers who is on WhatsApp, under which addresses and with which devices: only the phone, which forwards messages.
 */
function lookUp(usync: BinaryNode): BinaryNode {
  const wanted = new Set(childrenOf(childOf(usync, 'query')).map(({ tag }) => tag));
  const users = childrenOf(childOf(usync, 'list'), 'user').map((user) => {
    const phone = bytesOf(childOf(user, 'contact')).toString('utf8');
    const number = phone === '' ? numberOfJid(user.attrs.jid ?? '') : `+${phone.replace(/^\+/, '')}`;
    const content: BinaryNode[] = [];
    if (wanted.has('devices')) {
      content.push(node('devices', {}, [node('device-list', {}, [node('device', { id: '0' })])]));
    }
    if (wanted.has('contact')) content.push(node('contact', { type: isOnWhatsApp(number) ? 'in' : 'out' }));
    if (wanted.has('lid')) content.push(node('lid', { val: hiddenJidOf(number) }));
    return node('user', { jid: user.attrs.jid ?? jidOf(number) }, content);
  });
  const { sid = '', context = 'interactive' } = usync.attrs;
  return node('usync', { sid, context, index: '0', last: 'true', mode: 'query' }, [node('list', {}, users)]);
}

function rankOf({ owner, admins }: Group, number: string): Record<string, string> {
  if (number === owner) return { type: 'superadmin' };
  return admins.includes(number) ? { type: 'admin' } : {};
}

/** A group in the form that devices get it. */
export function groupNode(group: Group): BinaryNode {
  const created = seconds(group.createdAtMs);
  return node(
    'group',
    {
      id: addressOfJid(group.id),
      subject: group.subject,
      s_t: created,
      creation: created,
      creator: jidOf(group.owner),
      addressing_mode: 'pn',
      size: String(group.participants.length),
    },
    [
      ...group.participants.map((number) => node('participant', { jid: jidOf(number), ...rankOf(group, number) })),
      ...(group.isAnnouncement ? [node('announcement')] : []),
      ...(group.isLocked ? [node('locked')] : []),
      ...(group.description === null
        ? []
        : [node('description', { id: 'description', t: created }, [node('body', {}, Buffer.from(group.description))])]),
    ],
  );
}
