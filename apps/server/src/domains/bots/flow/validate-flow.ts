import {
  type BotFlow,
  type BotNode,
  type FlowFault,
  type NodeOf,
  outletsOf,
  VARIABLE_NAME,
  WAITING_KINDS,
} from '@switchyard/contracts/bots/flow';
import { contactFieldName } from '@switchyard/contracts/contacts/operations';
import { MAX_QUESTION_LENGTH } from '@switchyard/contracts/messages/limits';
import { faultsOf } from '@switchyard/message-template';
import { evaluateWithin, expressionFault } from './expressions.ts';
import { MAX_WORK, TOO_MUCH } from './metered-functions.ts';

/** Everything that keeps a flow from being deployed, by node; empty: nothing. */
export function flowFaults(flow: BotFlow): FlowFault[] {
  const faults: FlowFault[] = [];
  const fault = (nodeId: string | null, field: string, message: string) => faults.push({ nodeId, field, message });
  const byId = new Map(flow.nodes.map((node) => [node.id, node]));
  const triggers = flow.nodes.filter(({ kind }) => kind === 'trigger');
  if (triggers.length === 0) fault(null, 'trigger', 'The flow has no trigger, so it can’t start.');
  for (const extra of triggers.slice(1)) fault(extra.id, 'kind', 'A flow can have only one trigger.');
  if (byId.size < flow.nodes.length) fault(null, 'nodes', 'Two steps have the same id.');

  const waysOut = new Map<string, string[]>();
  const taken = new Set<string>();
  for (const { from, outlet, to } of flow.edges) {
    const source = byId.get(from);
    const target = byId.get(to);
    if (!source || !target)
      fault(source?.id ?? target?.id ?? null, 'edges', 'A connection leads to a step that no longer exists.');
    else if (!outletsOf(source).includes(outlet))
      fault(from, 'edges', 'A connection starts at an outlet that no longer exists.');
    else if (taken.has(`${from} ${outlet}`)) fault(from, 'edges', 'An outlet leads to two steps.');
    else if (target.kind === 'trigger') fault(to, 'edges', 'Nothing can lead back to the trigger.');
    else waysOut.set(from, [...(waysOut.get(from) ?? []), to]);
    taken.add(`${from} ${outlet}`);
  }
  const start = triggers[0];
  if (start) {
    const reached = reachedFrom(start.id, waysOut);
    for (const node of flow.nodes) {
      if (!reached.has(node.id)) fault(node.id, 'edges', 'This step isn’t connected.');
    }
    if (!waysOut.has(start.id)) fault(start.id, 'edges', 'Connect the trigger to the first step.');
  }
  for (const id of restlessCycles(byId, waysOut)) {
    fault(id, 'edges', 'These steps loop without waiting. Add a question, wait or delay between them.');
  }
  for (const node of flow.nodes) faultsOfNode(node, (field, message) => fault(node.id, field, message));
  return faults;
}

function reachedFrom(start: string, waysOut: ReadonlyMap<string, string[]>): Set<string> {
  const reached = new Set([start]);
  const open = [start];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const next of waysOut.get(at) ?? []) {
      if (reached.has(next)) continue;
      reached.add(next);
      open.push(next);
    }
  }
  return reached;
}

/** One node of each cycle on which nothing waits. */
function restlessCycles(byId: ReadonlyMap<string, BotNode>, waysOut: ReadonlyMap<string, string[]>): string[] {
  const found: string[] = [];
  const settled = new Set<string>();
  for (const start of byId.keys()) {
    const path = new Set<string>();
    const visit = (id: string): void => {
      const kind = byId.get(id)?.kind;
      if (kind === undefined || WAITING_KINDS.includes(kind) || settled.has(id)) return;
      if (path.has(id)) {
        found.push(id);
        return;
      }
      path.add(id);
      for (const next of waysOut.get(id) ?? []) visit(next);
      path.delete(id);
      settled.add(id);
    };
    visit(start);
  }
  return [...new Set(found)];
}

type Tell = (field: string, message: string) => void;

function faultsOfNode(one: BotNode, tell: Tell): void {
  switch (one.kind) {
    case 'trigger':
      if (one.on === 'keyword' && !one.keywords.some((word) => word.trim() !== ''))
        tell('keywords', 'Enter a keyword.');
      if (one.on === 'pattern') patternFault(one.pattern, tell);
      if (one.on === 'schedule') scheduleFaults(one, tell);
      return;
    case 'send':
      templateFault(one.text, tell);
      if (one.text.trim() === '' && !one.attachment) tell('text', 'Enter a message, or attach a file.');
      if (one.attachment && one.options.length > 0) tell('options', 'A message can have a file or choices, not both.');
      optionFaults(one.options, 'options', one.text, tell);
      return;
    case 'ask':
      templateFault(one.text, tell);
      templateFault(one.retryText, tell);
      if (one.text.trim() === '') tell('text', 'Enter the question.');
      variableFault(one.saveAs, 'saveAs', tell);
      if (one.answer === 'choice' && one.options.length < 2) tell('options', 'Add at least two choices.');
      if (one.answer === 'choice') optionFaults(one.options, 'options', one.text, tell);
      return;
    case 'condition':
      if (one.test === 'expression') expressionFaultOf(one.expression, 'expression', tell);
      else if (!isTime(one.from) || !isTime(one.until)) tell('from', 'Enter times, such as 09:00.');
      else if (one.days.length === 0) tell('days', 'Choose a day.');
      return;
    case 'switch':
      expressionFaultOf(one.expression, 'expression', tell);
      if (one.cases.length === 0) tell('cases', 'Add a case.');
      if (new Set(one.cases.map(({ id }) => id)).size < one.cases.length) tell('cases', 'Two cases have the same id.');
      return;
    case 'set':
      if (one.variable === '') tell('variable', 'Enter a variable name.');
      variableFault(one.variable, 'variable', tell);
      expressionFaultOf(one.expression, 'expression', tell);
      return;
    case 'wait':
      variableFault(one.saveAs, 'saveAs', tell);
      return;
    case 'label':
      if (one.label.trim() === '') tell('label', 'Enter a label.');
      return;
    case 'contact':
      contactFaults(one, tell);
      return;
    case 'http':
      if (!/^https?:\/\/[^\s{}]+/i.test(one.url)) tell('url', 'Enter an address that starts with https:// and a host.');
      if (one.body.trim() !== '') expressionFaultOf(one.body, 'body', tell);
      variableFault(one.saveAs, 'saveAs', tell);
      return;
    case 'knowledge':
      if (one.knowledgeBaseIds.length === 0) tell('knowledgeBaseIds', 'Choose a knowledge base.');
      variableFault(one.saveAs, 'saveAs', tell);
      return;
    case 'aiReply':
      templateFault(one.instructions, tell);
      if (one.instructions.trim() === '') tell('instructions', 'Enter instructions for the model.');
      if (!one.isSaid && one.saveAs === '') tell('saveAs', 'Send the answer, or save it as a variable.');
      variableFault(one.saveAs, 'saveAs', tell);
      return;
    case 'aiExtract':
      templateFault(one.text, tell);
      if (one.fields.length === 0) tell('fields', 'Name what is read.');
      if (one.fields.some(({ variable }) => variable === '')) tell('fields', 'Name each variable.');
      for (const { variable } of one.fields) variableFault(variable, 'fields', tell);
      if (new Set(one.fields.map(({ variable }) => variable)).size < one.fields.length)
        tell('fields', 'Two variables have the same name.');
      return;
    case 'flow':
      if (one.botId === null) tell('botId', 'Choose a bot.');
      return;
    default:
      return;
  }
}

function contactFaults(one: NodeOf<'contact'>, tell: Tell): void {
  const { fields, labelsOn, labelsOff, consent, isOptedOut } = one;
  const labels = [...labelsOn, ...labelsOff].map((label) => label.trim().toLowerCase()).filter((label) => label !== '');
  if (fields.length + labels.length === 0 && consent === 'unchanged' && !isOptedOut) {
    tell('fields', 'Say what changes of the contact.');
  }
  for (const { name, value } of fields) {
    templateFault(value, tell);
    const isNumber = ['mobile', 'phone'].includes(name.trim().toLowerCase());
    if (isNumber) tell('fields', 'The number of a contact cannot be changed.');
    else if (!contactFieldName.safeParse(name).success) {
      tell('fields', 'The name of a field begins with a letter, and has letters, digits, spaces, dots and dashes.');
    }
  }
  const names = fields.map(({ name }) => name.trim().toLowerCase());
  if (new Set(names).size < names.length) tell('fields', 'Two fields have the same name.');
  if (new Set(labels).size < labels.length) tell('labelsOn', 'A label is named twice.');
  if (consent === 'given' && one.consentSource.trim() === '') tell('consentSource', 'Say where they agreed.');
  templateFault(one.consentText, tell);
}

function scheduleFaults({ label, days, at }: NodeOf<'trigger'>, tell: Tell): void {
  if (label.trim() === '') tell('label', 'Enter the label of the contacts it starts with.');
  if (days.length === 0) tell('days', 'Choose a day.');
  if (!isTime(at)) tell('at', 'Enter a time, such as 09:00.');
}

function templateFault(text: string, tell: Tell): void {
  for (const { message } of faultsOf(text)) tell('text', message);
}

const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

function variableFault(name: string, field: string, tell: Tell): void {
  if (name !== '' && !VARIABLE_NAME.test(name)) {
    tell(field, 'Variables start with a lowercase letter and contain only letters, digits and _.');
  }
}

function expressionFaultOf(source: string, field: string, tell: Tell): void {
  const fault = expressionFault(source);
  if (fault !== null) tell(field, fault);
}

function optionFaults(options: readonly string[], field: string, question: string, tell: Tell): void {
  if (options.length === 0) return;
  const clean = options.map((option) => option.trim());
  if (options.length < 2) tell(field, 'Add at least two choices.');
  if (clean.some((one) => one === '')) tell(field, 'Fill in each choice, or remove it.');
  if (new Set(clean).size < clean.length) tell(field, 'Two choices are the same.');
  if (question.length > MAX_QUESTION_LENGTH)
    tell('text', `A question with choices has at most ${MAX_QUESTION_LENGTH} characters.`);
}

function patternFault(pattern: string, tell: Tell): void {
  if (pattern === '') {
    tell('pattern', 'Enter a pattern.');
    return;
  }
  try {
    const isRead = evaluateWithin(MAX_WORK, 'text.matches(pattern)', { text: '', pattern }) !== undefined;
    if (!isRead) tell('pattern', TOO_MUCH);
  } catch (error) {
    tell('pattern', error instanceof Error ? error.message : 'It cannot be read.');
  }
}
