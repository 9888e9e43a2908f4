import { randomUUID } from 'node:crypto';
import type { BotNodeKind } from '@switchyard/contracts/bots/flow';
import { text } from '@switchyard/contracts/text/text';
import { ensureContacts, labelContacts } from '../../contacts/index.ts';
import { evaluate } from '../flow/evaluate.ts';
import { displayText } from '../flow/fill-text.ts';
import { hostOf } from '../secrets/secret-seal.ts';
import { aiExtract, aiReply } from './ai-nodes.ts';
import { readAnswer, unstoredFile } from './answers.ts';
import { board } from './board-node.ts';
import { isWithinHours } from './business-hours.ts';
import { contact } from './contact-node.ts';
import { StepError } from './execution.ts';
import { knowledge } from './knowledge-node.ts';
import type { Values } from './session-state.ts';
import type { AnyNodeHandler, NodeHandler } from './transition.ts';

const secondsAfter = (now: Date, seconds: number): string => new Date(now.getTime() + seconds * 1_000).toISOString();

/** Time that an engine has to deliver a file; after it, the conversation continues without. */
const FILE_TIMEOUT_SECONDS = 60;

const trigger: NodeHandler<'trigger'> = { enter: () => ({ go: 'next' }) };

const send: NodeHandler<'send'> = {
  async enter(execution, node) {
    await execution.sendMessage(node, node.text, { options: node.options, attachment: node.attachment });
    execution.botEvents.push({ event: 'message_sent', node });
    return { go: 'next' };
  },
};

const ask: NodeHandler<'ask'> = {
  async enter(execution, node) {
    await execution.sendMessage(node, node.text, { options: node.answer === 'choice' ? node.options : [] });
    execution.botEvents.push({ event: 'question_asked', node });
    return { wait: { kind: 'reply', until: secondsAfter(execution.now, node.timeoutSeconds), tries: 0 } };
  },
  async wake(execution, node, cause) {
    const { wait } = execution.state;
    if (cause.kind === 'called') {
      const fileName = wait?.kind === 'call' && 'receivedId' in wait.request ? wait.request.fileName : 'file';
      const value = cause.answer.ok ? cause.answer.value : unstoredFile(fileName);
      const details = cause.answer.ok ? {} : { message: cause.answer.fault };
      execution.botEvents.push({
        event: 'answer_received',
        node,
        details,
        values: execution.setVariable(node.saveAs, value),
      });
      return { go: 'answered' };
    }
    if (cause.kind !== 'reply') {
      execution.botEvents.push({ event: 'wait_timed_out', node });
      return { go: 'timeout', orOver: 'expired' };
    }
    const answer = readAnswer(node, cause, execution.place.country);
    const file = node.answer === 'file' ? cause.heard.findLast(({ kind }) => kind === 'media') : undefined;
    if (file && !execution.isTest) {
      const fileName = file.fileName ?? 'file';
      return { call: { receivedId: file.id, fileName, timeoutSeconds: FILE_TIMEOUT_SECONDS } };
    }
    if (answer.ok) {
      execution.botEvents.push({
        event: 'answer_received',
        node,
        values: execution.setVariable(node.saveAs, answer.value),
      });
      return { go: 'answered' };
    }
    const tries = wait?.kind === 'reply' ? wait.tries + 1 : 1;
    execution.botEvents.push({ event: 'answer_invalid', node, details: { expected: node.answer, tries } });
    if (tries > node.retries) return { go: 'invalid' };
    await execution.sendMessage(node, node.retryText.trim() === '' ? node.text : node.retryText, {
      options: node.answer === 'choice' ? node.options : [],
    });
    return { wait: { kind: 'reply', until: secondsAfter(execution.now, node.timeoutSeconds), tries } };
  },
};

const condition: NodeHandler<'condition'> = {
  async enter(execution, node) {
    const holds =
      node.test === 'hours'
        ? isWithinHours(node, execution.now, execution.place.zone)
        : (await evaluate(node.expression, await execution.context())) === true;
    execution.botEvents.push({ event: 'condition_evaluated', node, details: { holds } });
    return { go: holds ? 'yes' : 'no' };
  },
};

const choose: NodeHandler<'switch'> = {
  async enter(execution, node) {
    const value = displayText(await evaluate(node.expression, await execution.context()))
      .trim()
      .toLowerCase();
    const found = node.cases.find((option) => option.value.trim().toLowerCase() === value);
    execution.botEvents.push({ event: 'case_chosen', node, details: { case: found?.value ?? null } });
    return { go: found?.id ?? 'other' };
  },
};

const set: NodeHandler<'set'> = {
  async enter(execution, node) {
    const value = await evaluate(node.expression, await execution.context());
    execution.botEvents.push({ event: 'variable_set', node, values: execution.setVariable(node.variable, value) });
    return { go: 'next' };
  },
};

const wait: NodeHandler<'wait'> = {
  enter: (execution, node) => ({
    wait: { kind: 'reply', until: secondsAfter(execution.now, node.timeoutSeconds), tries: 0 },
  }),
  wake(execution, node, cause) {
    if (cause.kind !== 'reply') {
      execution.botEvents.push({ event: 'wait_timed_out', node });
      return { go: 'timeout', orOver: 'expired' };
    }
    execution.botEvents.push({ event: 'reply_received', node, values: execution.setVariable(node.saveAs, cause.text) });
    return { go: 'replied' };
  },
};

const delay: NodeHandler<'delay'> = {
  enter(execution, node) {
    execution.botEvents.push({ event: 'delay_started', node, details: { seconds: node.seconds } });
    return { wait: { kind: 'delay', until: secondsAfter(execution.now, node.seconds) } };
  },
  wake(execution, node) {
    execution.botEvents.push({ event: 'delay_ended', node });
    return { go: 'next' };
  },
};

const label: NodeHandler<'label'> = {
  async enter(execution, node) {
    const { workspaceId, chat, contactName, botId } = execution.session;
    // A group has no contact.
    if (!execution.isTest && chat.startsWith('+')) {
      const contact = (await ensureContacts(execution.tx, workspaceId, [{ name: contactName, mobile: chat }])).get(
        chat,
      );
      const rule = { userId: null, fullName: `bot:${botId}`, workspaceId, onBehalfOf: null };
      const contactIds = contact ? [contact.id] : [];
      const { events } = await labelContacts({ db: execution.tx }, rule, { contactIds, label: node.label.trim() });
      execution.events.push(...events);
    }
    execution.botEvents.push({ event: 'contact_labelled', node, details: { label: node.label.trim() } });
    return { go: 'next' };
  },
};

const http: NodeHandler<'http'> = {
  async enter(execution, node) {
    const headers: Record<string, string> = {};
    for (const { name, value } of node.headers) {
      if (name.trim() !== '') headers[name.trim()] = (await execution.fill(value)).replace(/[\r\n]+/g, ' ');
    }
    const secrets = (node.secrets ?? []).flatMap(({ secretId, ...where }) =>
      secretId === null ? [] : [{ ...where, secretId, ...(where.place === 'body' && { standIn: randomUUID() }) }],
    );
    const standIns: Values = {};
    for (const { header, standIn } of secrets) if (standIn) standIns[header] = standIn;
    const context = { ...(await execution.context()), secrets: standIns };
    const body = node.body.trim() === '' ? null : JSON.stringify(await evaluate(node.body, context));
    const url = await execution.fill(node.url, encodeURIComponent);
    execution.botEvents.push({
      event: 'http_requested',
      node,
      details: { method: node.method, host: hostOf(url) ?? '' },
    });
    return { call: { method: node.method, url, headers, secrets, body, timeoutSeconds: node.timeoutSeconds } };
  },
  wake(execution, node, cause) {
    if (cause.kind !== 'called') return { go: 'failed' };
    if (!cause.answer.ok) {
      execution.botEvents.push({ event: 'http_failed', node, details: { message: cause.answer.fault } });
      return { go: 'failed', orFailed: cause.answer.fault };
    }
    const { status, value } = cause.answer;
    execution.botEvents.push({
      event: 'http_answered',
      node,
      details: { status },
      values: execution.setVariable(node.saveAs, value),
    });
    return { go: 'ok' };
  },
};

const flow: NodeHandler<'flow'> = {
  enter(execution, node) {
    if (node.botId === null) throw new StepError(text('sessionNoBot'));
    execution.botEvents.push({ event: 'flow_entered', node, details: { botId: node.botId } });
    return { flow: node.botId };
  },
};

const handover: NodeHandler<'handover'> = {
  enter(execution, node) {
    execution.botEvents.push({ event: 'handed_over', node });
    return { pause: node.note.trim() || text('sessionHandedOver') };
  },
};

const end: NodeHandler<'end'> = { enter: () => ({ over: 'completed' }) };

/** The handlers of all node kinds, typed so that each gets only its own kind. */
const handlers: { [Kind in BotNodeKind]: NodeHandler<Kind> } = {
  trigger,
  send,
  ask,
  condition,
  switch: choose,
  set,
  wait,
  delay,
  label,
  contact,
  board,
  http,
  knowledge,
  aiReply,
  aiExtract,
  flow,
  handover,
  end,
};

export const handlerOf = (kind: BotNodeKind): AnyNodeHandler => handlers[kind] as AnyNodeHandler;
