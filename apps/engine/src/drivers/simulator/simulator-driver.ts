import { createHash } from 'node:crypto';
import { Backoff } from '@switchyard/backoff';
import type { ChangedGroup, GroupChange, GroupInfo, PairingCode } from '@switchyard/contracts/engine/commands';
import { DRIVERS } from '@switchyard/contracts/engine/driver-capabilities';
import type { ActMessage } from '@switchyard/contracts/engine/protocol';
import { type Text, TextError, text } from '@switchyard/contracts/text/text';
import type { Body, CloseReason, NetworkFrame, SendReply } from '@switchyard/whatsapp-simulator/frames';
import { reasonOf } from '../../log.ts';
import type {
  ActRequest,
  CreateDriver,
  Driver,
  DriverActOutcome,
  DriverContext,
  DriverOutcome,
  FileContent,
  FileRequest,
  SendRequest,
} from '../driver.ts';
import { withoutFile } from '../file-outcome.ts';
import { bodyOfAct, OutgoingBodies, toUpdate } from './bodies.ts';
import { SimulatorSocket } from './simulator-socket.ts';

export interface SimulatorOptions {
  /** Base URL of the simulated network. */
  url: string;
  /** Time after which an unanswered send is in doubt. */
  answerTimeoutMs?: number;
}

/** Talks to the simulated network over its WebSocket. */
export function simulatorDriver(options: SimulatorOptions): CreateDriver {
  return (context) => new SimulatorDriver(context, options);
}

class SimulatorDriver implements Driver {
  readonly name = 'simulator';
  readonly capabilities = DRIVERS.simulator;
  readonly #context: DriverContext;
  readonly #url: string;
  readonly #answerTimeoutMs: number;
  readonly #device: string;
  readonly #secret: string;
  readonly #backoff = new Backoff(250, 5_000);
  readonly #bodies: OutgoingBodies;
  #account: string | null;
  #socket: SimulatorSocket | null = null;
  #reconnectTimer: NodeJS.Timeout | undefined;
  /** Only a person (or a new process) can restore the connection. */
  #isWaitingForPerson = false;
  #stopped = false;

  constructor(context: DriverContext, { url, answerTimeoutMs = 15_000 }: SimulatorOptions) {
    this.#context = context;
    this.#url = url;
    this.#bodies = new OutgoingBodies(context.file);
    this.#answerTimeoutMs = answerTimeoutMs;
    this.#account = context.phoneNumber;
    this.#device = context.engineId;
    // It protects nothing real, but shows that knowing a device's name is not enough to take it over.
    this.#secret = createHash('sha256').update(`simulated device ${context.engineId}`).digest('hex');
  }

  async start(): Promise<void> {
    this.#context.emit({ kind: 'status', status: 'initializing' });
    this.#connect();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#reconnectTimer);
    this.#socket?.end();
    this.#socket = null;
  }

  async send(request: SendRequest): Promise<DriverOutcome> {
    const outcome = await this.#send(request);
    if (outcome.kind !== 'rejected' || outcome.code !== 'no-such-file') return outcome;
    this.#bodies.forget(request.body);
    return this.#send(request);
  }

  async #send(request: SendRequest): Promise<DriverOutcome> {
    const { waMessageId: id, to, inDoubt } = request;
    const socket = this.#socket;
    if (!socket) return { kind: 'in-doubt', cause: 'not connected' };
    let body: Body;
    try {
      body = await this.#bodies.of(request, (content) => socket.upload(content));
    } catch (error) {
      return withoutFile(error, inDoubt);
    }
    try {
      const answer = await socket.ask({ op: 'send', request: { id, to, body } }, this.#answerTimeoutMs);
      if (answer.op !== 'reply') throw new Error(`an unexpected answer: ${answer.op}`);
      return outcomeOf(answer.reply);
    } catch (error) {
      return { kind: 'in-doubt', cause: reasonOf(error) };
    }
  }

  async act({ waId: id, chat, act, message }: ActRequest): Promise<DriverActOutcome> {
    const socket = this.#socket;
    if (!socket) return { kind: 'in-doubt', cause: 'not connected' };
    const request = { id, ...bodyOfAct(act, { chat, message, account: this.#account ?? '' }) };
    try {
      const answer = await socket.ask({ op: 'send', request }, this.#answerTimeoutMs);
      if (answer.op !== 'reply') throw new Error(`an unexpected answer: ${answer.op}`);
      const { reply } = answer;
      if (reply.kind === 'accepted') return { kind: 'done', atMs: reply.atMs };
      const { code, reason, afterMs } = reply;
      return { kind: 'rejected', code, reason, ...(code === 'rate-limited' ? { retryMs: afterMs ?? 1_000 } : {}) };
    } catch (error) {
      return { kind: 'in-doubt', cause: reasonOf(error) };
    }
  }

  async typing(chat: string, isTyping: boolean): Promise<void> {
    this.#socket?.tell({ op: 'typing', chat, isTyping });
  }

  async olderMessages(chat: string, before: ActMessage | null, count: number): Promise<number> {
    const request = { op: 'history' as const, chat, before: before?.waMessageId ?? null, count };
    const answer = await this.#link().ask(request, this.#answerTimeoutMs);
    const history = answer.op === 'history' ? answer.messages : [];
    const messages = history.flatMap((historyMessage) => {
      const update = toUpdate(historyMessage, this.#account ?? '');
      return update && 'message' in update ? [{ ...update.message, isHistory: true }] : [];
    });
    await new Promise<void>((taken) => this.#context.emit({ kind: 'messages', messages, taken }));
    return messages.length;
  }

  async lookUp(numbers: string[]): Promise<{ number: string; exists: boolean }[]> {
    const answer = await this.#link().ask({ op: 'look-up', numbers }, this.#answerTimeoutMs);
    return answer.op === 'looked-up' ? answer.numbers : [];
  }

  async probe(ids: string[]): Promise<Map<string, 0 | 1 | 2 | 3>> {
    const answer = await this.#link().ask({ op: 'probe', ids }, this.#answerTimeoutMs);
    return new Map(answer.op === 'probed' ? answer.levels.map(({ id, level }) => [id, level]) : []);
  }

  async pairingCode(number: string): Promise<PairingCode> {
    const answer = await this.#link().ask({ op: 'pairing-code', number }, this.#answerTimeoutMs);
    if (answer.op !== 'pairing-code' || answer.code === null) throw new Error('the engine is not waiting to be paired');
    return { code: answer.code, lifeMs: answer.lifeMs };
  }

  async fetchFile({ source, mimeType }: FileRequest): Promise<FileContent> {
    const answer = await this.#link().ask({ op: 'file', sha256: source }, this.#answerTimeoutMs);
    const bytes = answer.op === 'file' && answer.base64 !== null ? Buffer.from(answer.base64, 'base64') : null;
    if (!bytes) throw new TextError(text('whatsappFileGone'));
    if (createHash('sha256').update(bytes).digest('hex') !== source) throw new Error('the file arrived damaged');
    return { bytes, mimeType };
  }

  async picture(chat: string): Promise<FileContent | null> {
    const answer = await this.#link().ask({ op: 'picture', address: chat }, this.#answerTimeoutMs);
    if (answer.op !== 'picture' || answer.picture === null) return null;
    const { sha256: source, mimeType } = answer.picture;
    return this.fetchFile({ chat, waMessageId: '', source, mimeType });
  }

  async groupInfo(chat: string): Promise<GroupInfo> {
    const answer = await this.#link().ask({ op: 'group', id: chat }, this.#answerTimeoutMs);
    const group = answer.op === 'group' ? answer.group : null;
    if (!group) throw new Error('this account is not in the group');
    const { subject, description, isAnnouncement, isLocked, owner, admins } = group;
    const isAdmin = (number: string) => number === owner || admins.includes(number);
    const members = group.participants.map((number) => ({ number, isAdmin: isAdmin(number) }));
    return { subject, description, isAnnouncement, isLocked, members };
  }

  async changeGroup(change: GroupChange): Promise<ChangedGroup> {
    const answer = await this.#link().ask({ op: 'change-group', change }, this.#answerTimeoutMs);
    if (answer.op !== 'changed-group') throw new Error(`an unexpected answer: ${answer.op}`);
    if ('error' in answer.changed) throw new Error(answer.changed.error);
    return answer.changed;
  }

  async commonGroups(number: string): Promise<string[]> {
    const answer = await this.#link().ask({ op: 'common-groups', number }, this.#answerTimeoutMs);
    return answer.op === 'common-groups' ? answer.ids : [];
  }

  async refreshPairing(): Promise<void> {
    if (this.#account !== null) throw new Error('the engine is paired');
    this.#reconnect();
  }

  async logOut(): Promise<void> {
    this.#link().tell({ op: 'log-out' });
  }

  #link(): SimulatorSocket {
    if (!this.#socket) throw new Error('not connected');
    return this.#socket;
  }

  #connect(): void {
    if (this.#stopped) return;
    const account = this.#account;
    const device = this.#device;
    const secret = this.#secret;
    this.#isWaitingForPerson = false;
    const socket: SimulatorSocket = new SimulatorSocket(this.#url, {
      opened: () => socket.tell(account ? { op: 'connect', device, secret, account } : { op: 'pair', device, secret }),
      frame: (frame) => {
        if (this.#socket === socket) this.#handle(frame, socket);
      },
      closed: (reason) => {
        if (this.#socket !== socket) return;
        this.#socket = null;
        if (!this.#isWaitingForPerson) this.#retry(reason);
      },
    });
    this.#socket = socket;
  }

  /** Replaces the connection immediately. */
  #reconnect(): void {
    clearTimeout(this.#reconnectTimer);
    const old = this.#socket;
    this.#socket = null;
    old?.end();
    this.#connect();
  }

  #retry(reason: string): void {
    if (this.#stopped) return;
    this.#context.emit({ kind: 'status', status: 'disconnected', reason });
    this.#reconnectTimer = setTimeout(() => this.#connect(), this.#backoff.nextMs());
  }

  #handle(frame: NetworkFrame, socket: SimulatorSocket): void {
    const { emit } = this.#context;
    switch (frame.op) {
      case 'open':
        this.#backoff.reset();
        emit({ kind: 'life', event: 'authenticated' });
        emit({ kind: 'status', status: 'connected', qrcode: null, phoneNumber: frame.account });
        break;
      case 'closed':
        this.#close(frame.reason);
        break;
      case 'qr':
        emit({ kind: 'life', event: 'qr_generated' });
        emit({ kind: 'status', status: 'qrcode', qrcode: frame.text, qrcodeLifeMs: frame.expiresInMs });
        break;
      case 'paired':
        this.#account = frame.account;
        this.#reconnect();
        break;
      case 'pairing-expired':
        this.#isWaitingForPerson = true;
        emit({ kind: 'life', event: 'qr_timeout' });
        emit({ kind: 'status', status: 'unpaired', qrcode: null });
        break;
      case 'receipts': {
        const receipts = frame.receipts.map(({ id, level, atMs }) => ({ waMessageId: id, level, atMs }));
        const { cursor } = frame;
        emit({ kind: 'receipts', receipts, taken: () => socket.tell({ op: 'received-receipts', cursor }) });
        break;
      }
      case 'messages': {
        const updates = frame.messages.flatMap((message) => toUpdate(message, this.#account ?? '') ?? []);
        const { cursor } = frame;
        for (const update of updates) {
          if ('message' in update) emit({ kind: 'messages', messages: [update.message], taken: () => undefined });
          else emit({ kind: 'changes', changes: [update.change], taken: () => undefined });
        }
        // Acknowledged when everything before it is.
        emit({ kind: 'messages', messages: [], taken: () => socket.tell({ op: 'received-messages', cursor }) });
        break;
      }
      case 'chats':
        emit({ kind: 'chats', chats: frame.chats });
        break;
      case 'restriction':
        emit({
          kind: 'restriction',
          scope: frame.restriction?.scope ?? 'all',
          untilMs: frame.restriction?.untilMs ?? null,
          lifted: frame.restriction === null,
        });
        break;
    }
  }

  #close(reason: CloseReason): void {
    const { emit } = this.#context;
    emit({ kind: 'life', event: 'disconnected', details: { reason } });
    if (reason === 'lost' || reason === 'closed') return;
    if (reason === 'replaced') {
      // Another process uses this device now; reconnecting would disconnect it in turn.
      this.#isWaitingForPerson = true;
      emit({ kind: 'status', status: 'disconnected', reason });
      return;
    }
    this.#account = null;
    emit({ kind: 'status', status: 'unpaired', reason, qrcode: null });
    this.#reconnect();
  }
}

/** Texts of ours by the network's code; its own reasons are in English. */
const REASONS: Partial<Record<string, Text>> = {
  'not-on-whatsapp': text('numberNotOnWhatsapp'),
  restricted: text('whatsappRestricted'),
};

function outcomeOf(reply: SendReply): DriverOutcome {
  if (reply.kind === 'accepted') return { kind: 'accepted', wireId: reply.id, atMs: reply.atMs };
  const { code, reason, afterMs } = reply;
  const next = code === 'restricted' ? 'hold-lane' : code === 'rate-limited' ? 'later' : 'never';
  return {
    kind: 'rejected',
    code,
    reason: REASONS[code] ?? reason,
    next,
    ...(afterMs === undefined ? {} : { afterMs }),
  };
}
