import { createHash } from 'node:crypto';
import type { ProcessType } from '@switchyard/contracts/bots/bot-events';
import type { BotFlow, BotNode, NodeOf } from '@switchyard/contracts/bots/flow';
import { driverFacts } from '@switchyard/contracts/engine/driver-capabilities';
import { type Text, TextError, text } from '@switchyard/contracts/text/text';
import { newId } from '../../../platform/database/columns.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { DomainEvent } from '../../../platform/events.ts';
import type { Hook } from '../../../platform/hooks.ts';
import { properNames } from '../../contacts/index.ts';
import { findFiles } from '../../files/index.ts';
import { type AutomatedMessage, type NewMessage, prepareAutomated } from '../../messages/index.ts';
import type { botLines, botSessions } from '../bots.schema.ts';
import { fillText } from '../flow/fill-text.ts';
import { limitReached, type RecentMessage } from './limits.ts';
import type { BotEvent } from './record.ts';
import type { SessionLoader } from './session-loader.ts';
import { MAX_VALUE_LENGTH, MAX_VARIABLES_LENGTH, type SessionState, type Value, type Values } from './session-state.ts';

export type SessionRow = typeof botSessions.$inferSelect;

/** A step that failed, described for the bot's builder. */
export class StepError extends TextError {
  override readonly name = 'StepError';
}

/** Pauses the session until a person decides how it continues. */
export class Halt extends TextError {
  override readonly name = 'Halt';
  readonly process: ProcessType;
  constructor(process: ProcessType, why: Text) {
    super(why);
    this.process = process;
  }
}

interface ExecutionDeps {
  tx: Db;
  hooks: readonly Hook[];
  now: Date;
  session: SessionRow;
  flow: BotFlow;
  /** Owner of the flow: the session's bot, or the bot that it moved on to. */
  flowBotId: string;
  /** Driver of the session's engine; null for a test or a deleted engine. */
  driver: string | null;
  /** The workspace's zone (IANA) and country (ISO 3166). */
  place: Place;
  loader: SessionLoader;
}

interface Place {
  zone: string;
  country: string;
}

type LineRow = typeof botLines.$inferInsert;

/** A line received or sent, saved with the session; `message` is the bot's message for its lane. */
interface Line extends Pick<LineRow, 'id' | 'by' | 'nodeId' | 'text' | 'fileName'> {
  id: string;
  options: string[];
  at: Date;
  message: { row: NewMessage; fingerprint: string } | null;
}

/**
 * One uninterrupted run through a bot session's nodes: what they read, send and store. Saved with the session in one
 * transaction.
 */
export class Execution {
  readonly tx: Db;
  readonly hooks: readonly Hook[];
  readonly now: Date;
  readonly session: SessionRow;
  readonly state: SessionState;
  readonly botEvents: BotEvent[] = [];
  readonly events: DomainEvent[] = [];
  /** Lines received and sent during this execution. */
  readonly lines: Line[] = [];
  readonly place: Place;
  flow: BotFlow;
  flowBotId: string;
  readonly loader: SessionLoader;
  readonly #driver: string | null;
  #versionId: string | null;
  #contact: Values | null = null;

  constructor({ tx, hooks, now, session, flow, flowBotId, driver, place, loader }: ExecutionDeps) {
    this.tx = tx;
    this.hooks = hooks;
    this.now = now;
    this.session = session;
    this.state = structuredClone(session.state);
    this.flow = flow;
    this.flowBotId = flowBotId;
    this.#driver = driver;
    this.place = place;
    this.loader = loader;
    this.#versionId = session.versionId;
  }

  get isTest(): boolean {
    return this.session.testFlow !== null;
  }

  node(id: string | null): BotNode | null {
    return this.flow.nodes.find((node) => node.id === id) ?? null;
  }

  /** The version that the session runs; null for a test's draft. */
  get versionId(): string | null {
    return this.#versionId;
  }

  /** Continues in another flow. */
  switchFlow(botId: string, { versionId, flow }: { versionId: string | null; flow: BotFlow }): void {
    this.flow = flow;
    this.flowBotId = botId;
    this.#versionId = versionId;
  }

  trigger(): BotNode | null {
    return this.flow.nodes.find(({ kind }) => kind === 'trigger') ?? null;
  }

  /** The node connected to an outlet, or null. */
  nextNode(node: BotNode, outlet: string): BotNode | null {
    const edge = this.flow.edges.find((edge) => edge.from === node.id && edge.outlet === outlet);
    return edge ? this.node(edge.to) : null;
  }

  /** Sets a variable; an empty name stores nothing. @throws StepError if the variables exceed their total length */
  setVariable(name: string, value: Value): Values {
    if (name === '') return {};
    const vars = { ...this.state.vars, [name]: value };
    if (JSON.stringify(vars).length > MAX_VARIABLES_LENGTH) {
      throw new StepError(text('sessionVariablesLong', { maximum: MAX_VARIABLES_LENGTH / 1024 }));
    }
    this.state.vars = vars;
    return { [name]: value };
  }

  /** The values that expressions can read. */
  async context(): Promise<Values> {
    return {
      vars: this.state.vars,
      contact: await this.contact(),
      message: { text: this.state.lastText },
      now: this.now.toISOString(),
    };
  }

  async contact(): Promise<Values> {
    if (this.#contact) return this.#contact;
    const { chat, contactName } = this.session;
    const known = await this.loader.contactOf(this.session);
    this.#contact = { ...properNames(known ?? { name: contactName }), mobile: chat };
    return this.#contact;
  }

  /** Drops the cached contact after a change. */
  forgetContact(): void {
    this.#contact = null;
    this.loader.forgetContacts();
  }

  /**
   * Fills a template with variables.
   * @param encode how each value is written; omitted: as it is.
   * @throws StepError if the result is too long
   */
  async fill(template: string, encode?: (value: string) => string): Promise<string> {
    // Most texts have no variables.
    if (!/[{}]/.test(template)) return template;
    const filled = fillText(template, { ...(await this.contact()), ...this.state.vars }, encode);
    if (filled === null) throw new StepError(text('sessionTextLong', { maximum: MAX_VALUE_LENGTH / 1024 }));
    return filled;
  }

  /**
   * Sends a message in the chat through its engine's lane; in a test it only adds a line.
   * @param template filled first, unless `isFilled`
   * @throws Halt if a limit is reached; Refusal if the driver cannot send it
   */
  async sendMessage(
    node: BotNode,
    template: string,
    more: { options?: readonly string[]; attachment?: NodeOf<'send'>['attachment']; isFilled?: boolean } = {},
  ): Promise<void> {
    const { workspaceId, engineId, chat, contactName } = this.session;
    const filled = more.isFilled ? template : await this.fill(template);
    const options = (more.options ?? []).map((option) => option.trim());
    const asPoll = options.length > 0 && (this.#driver === null || driverFacts(this.#driver).kinds.includes('poll'));
    const words =
      asPoll || options.length === 0
        ? filled
        : [filled, ...options.map((option, at) => `${at + 1}. ${option}`)].join('\n');
    let message: Line['message'] = null;
    if (!this.isTest) {
      if (engineId === null || this.#driver === null) throw new StepError(text('sessionEngineGone'));
      const fingerprint = createHash('sha256')
        .update(JSON.stringify([words, more.attachment ?? null]))
        .digest('hex')
        .slice(0, 32);
      const { resumedAt } = this.state;
      const reached = limitReached(await this.#recentMessages(), fingerprint, resumedAt ? new Date(resumedAt) : null);
      if (reached !== null) throw new Halt('limit_reached', reached);
      const given: AutomatedMessage = {
        workspaceId,
        engineId,
        driver: this.#driver,
        chat,
        contactName,
        text: words,
        origin: 'bot',
        attachment: more.attachment,
        poll: asPoll ? { options, selectable: 1 } : null,
      };
      message = { row: await prepareAutomated(this.tx, given, { zone: this.place.zone, now: this.now }), fingerprint };
    }
    const fileId = more.attachment?.fileId;
    const file = fileId ? (await findFiles(this.tx, workspaceId, [fileId])).get(fileId) : undefined;
    this.lines.push({
      id: newId(),
      by: 'bot',
      nodeId: node.id,
      text: words,
      options: asPoll ? options : [],
      fileName: file?.name ?? null,
      at: this.now,
      message,
    });
  }

  /** Bot messages in this chat, latest first. */
  async #recentMessages(): Promise<RecentMessage[]> {
    const now = this.lines.flatMap(({ message, at }) => (message ? [{ ...message, at, recent: true }] : []));
    return [...now.toReversed(), ...(await this.loader.recentMessagesOf(this.session))];
  }
}
