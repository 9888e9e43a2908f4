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
import { type Text, text, textOf } from '@switchyard/contracts/text/text';
import { faultsOf } from '@switchyard/message-template';
import { evaluateWithin, expressionFault } from './expressions.ts';
import { MAX_WORK, TOO_MUCH } from './metered-functions.ts';

/** All faults that prevent a flow from being deployed, by node; empty if there are none. */
export function flowFaults(flow: BotFlow): FlowFault[] {
  const faults: FlowFault[] = [];
  const fault = (nodeId: string | null, field: string, message: Text) => faults.push({ nodeId, field, message });
  const byId = new Map(flow.nodes.map((node) => [node.id, node]));
  const triggers = flow.nodes.filter(({ kind }) => kind === 'trigger');
  if (triggers.length === 0) fault(null, 'trigger', text('flowNoTrigger'));
  for (const extra of triggers.slice(1)) fault(extra.id, 'kind', text('flowTwoTriggers'));
  if (byId.size < flow.nodes.length) fault(null, 'nodes', text('flowTwoIds'));

  const waysOut = new Map<string, string[]>();
  const taken = new Set<string>();
  for (const { from, outlet, to } of flow.edges) {
    const source = byId.get(from);
    const target = byId.get(to);
    if (!source || !target) fault(source?.id ?? target?.id ?? null, 'edges', text('flowEdgeGone'));
    else if (!outletsOf(source).includes(outlet)) fault(from, 'edges', text('flowOutletGone'));
    else if (taken.has(`${from} ${outlet}`)) fault(from, 'edges', text('flowTwoEdges'));
    else if (target.kind === 'trigger') fault(to, 'edges', text('flowToTrigger'));
    else waysOut.set(from, [...(waysOut.get(from) ?? []), to]);
    taken.add(`${from} ${outlet}`);
  }
  const start = triggers[0];
  if (start) {
    const reached = reachedFrom(start.id, waysOut);
    for (const node of flow.nodes) {
      if (!reached.has(node.id)) fault(node.id, 'edges', text('flowUnreached'));
    }
    if (!waysOut.has(start.id)) fault(start.id, 'edges', text('flowUnconnected'));
  }
  for (const id of restlessCycles(byId, waysOut)) {
    fault(id, 'edges', text('flowRoundAndRound'));
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

/** Returns one node of each cycle that contains no waiting node. */
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

type Tell = (field: string, message: Text) => void;

function faultsOfNode(one: BotNode, tell: Tell): void {
  switch (one.kind) {
    case 'trigger':
      if (one.on === 'keyword' && !one.keywords.some((word) => word.trim() !== ''))
        tell('keywords', text('nodeKeyword'));
      if (one.on === 'pattern') patternFault(one.pattern, tell);
      if (one.on === 'schedule') scheduleFaults(one, tell);
      return;
    case 'send':
      templateFault(one.text, tell);
      if (one.text.trim() === '' && !one.attachment) tell('text', text('nodeSends'));
      if (one.attachment && one.options.length > 0) tell('options', text('nodeFileOrChoice'));
      optionFaults(one.options, 'options', one.text, tell);
      return;
    case 'ask':
      templateFault(one.text, tell);
      templateFault(one.retryText, tell);
      if (one.text.trim() === '') tell('text', text('nodeQuestion'));
      variableFault(one.saveAs, 'saveAs', tell);
      if (one.answer === 'choice' && one.options.length < 2) tell('options', text('nodeTwoChoices'));
      if (one.answer === 'choice') optionFaults(one.options, 'options', one.text, tell);
      return;
    case 'condition':
      if (one.test === 'expression') expressionFaultOf(one.expression, 'expression', tell);
      else if (!isTime(one.from) || !isTime(one.until)) tell('from', text('nodeTimes'));
      else if (one.days.length === 0) tell('days', text('nodeDay'));
      return;
    case 'switch':
      expressionFaultOf(one.expression, 'expression', tell);
      if (one.cases.length === 0) tell('cases', text('nodeCase'));
      if (new Set(one.cases.map(({ id }) => id)).size < one.cases.length) tell('cases', text('nodeTwoCases'));
      return;
    case 'set':
      if (one.variable === '') tell('variable', text('nodeVariable'));
      variableFault(one.variable, 'variable', tell);
      expressionFaultOf(one.expression, 'expression', tell);
      return;
    case 'wait':
      variableFault(one.saveAs, 'saveAs', tell);
      return;
    case 'label':
      if (one.label.trim() === '') tell('label', text('nodeLabel'));
      return;
    case 'contact':
      contactFaults(one, tell);
      return;
    case 'board':
      boardFaults(one, tell);
      return;
    case 'http':
      if (!/^https?:\/\/[^\s{}]+/i.test(one.url)) tell('url', text('nodeAddress'));
      if (one.body.trim() !== '') expressionFaultOf(one.body, 'body', tell);
      variableFault(one.saveAs, 'saveAs', tell);
      return;
    case 'knowledge':
      if (one.knowledgeBaseIds.length === 0) tell('knowledgeBaseIds', text('nodeBase'));
      variableFault(one.saveAs, 'saveAs', tell);
      return;
    case 'aiReply':
      templateFault(one.instructions, tell);
      if (one.instructions.trim() === '') tell('instructions', text('nodeInstructions'));
      if (!one.isSaid && one.saveAs === '') tell('saveAs', text('nodeAnswerUnused'));
      variableFault(one.saveAs, 'saveAs', tell);
      return;
    case 'aiExtract':
      templateFault(one.text, tell);
      if (one.fields.length === 0) tell('fields', text('nodeFields'));
      if (one.fields.some(({ variable }) => variable === '')) tell('fields', text('nodeEachVariable'));
      for (const { variable } of one.fields) variableFault(variable, 'fields', tell);
      if (new Set(one.fields.map(({ variable }) => variable)).size < one.fields.length)
        tell('fields', text('nodeVariablesAlike'));
      return;
    case 'flow':
      if (one.botId === null) tell('botId', text('nodeBot'));
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

function boardFaults({ boardId, cells, findBy, saveAs }: NodeOf<'board'>, tell: Tell): void {
  if (boardId === null) tell('boardId', text('nodeBoard'));
  if (cells.length === 0) tell('cells', text('nodeCells'));
  const columns = cells.map(({ columnId }) => columnId);
  if (new Set(columns).size < columns.length) tell('cells', text('nodeColumnTwice'));
  if (findBy !== null && !columns.includes(findBy)) tell('findBy', text('nodeFindBy'));
  for (const { value } of cells) templateFault(value, tell);
  variableFault(saveAs, 'saveAs', tell);
}

function scheduleFaults({ label, days, at }: NodeOf<'trigger'>, tell: Tell): void {
  if (label.trim() === '') tell('label', text('nodeLabelOfWhom'));
  if (days.length === 0) tell('days', text('nodeDay'));
  if (!isTime(at)) tell('at', text('nodeTime'));
}

function templateFault(text: string, tell: Tell): void {
  for (const { message } of faultsOf(text)) tell('text', message);
}

const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

function variableFault(name: string, field: string, tell: Tell): void {
  if (name !== '' && !VARIABLE_NAME.test(name)) {
    tell(field, text('nodeVariableName'));
  }
}

function expressionFaultOf(source: string, field: string, tell: Tell): void {
  const fault = expressionFault(source);
  if (fault !== null) tell(field, fault);
}

function optionFaults(options: readonly string[], field: string, question: string, tell: Tell): void {
  if (options.length === 0) return;
  const clean = options.map((option) => option.trim());
  if (options.length < 2) tell(field, text('nodeTwoChoices'));
  if (clean.some((one) => one === '')) tell(field, text('nodeChoiceEmpty'));
  if (new Set(clean).size < clean.length) tell(field, text('nodeChoicesAlike'));
  if (question.length > MAX_QUESTION_LENGTH) tell('text', text('nodeQuestionLong', { maximum: MAX_QUESTION_LENGTH }));
}

function patternFault(pattern: string, tell: Tell): void {
  if (pattern === '') {
    tell('pattern', text('nodePattern'));
    return;
  }
  try {
    const isRead = evaluateWithin(MAX_WORK, 'text.matches(pattern)', { text: '', pattern }) !== undefined;
    if (!isRead) tell('pattern', TOO_MUCH);
  } catch (error) {
    tell('pattern', textOf(error));
  }
}
