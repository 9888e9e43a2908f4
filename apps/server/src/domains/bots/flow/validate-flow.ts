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
  for (const id of cyclesWithoutWait(byId, waysOut)) {
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
function cyclesWithoutWait(byId: ReadonlyMap<string, BotNode>, waysOut: ReadonlyMap<string, string[]>): string[] {
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

type ReportFault = (field: string, message: Text) => void;

function faultsOfNode(node: BotNode, report: ReportFault): void {
  switch (node.kind) {
    case 'trigger':
      if (node.on === 'keyword' && !node.keywords.some((word) => word.trim() !== ''))
        report('keywords', text('nodeKeyword'));
      if (node.on === 'pattern') patternFault(node.pattern, report);
      if (node.on === 'schedule') scheduleFaults(node, report);
      return;
    case 'send':
      templateFault(node.text, report);
      if (node.text.trim() === '' && !node.attachment) report('text', text('nodeSends'));
      if (node.attachment && node.options.length > 0) report('options', text('nodeFileOrChoice'));
      optionFaults(node.options, 'options', node.text, report);
      return;
    case 'ask':
      templateFault(node.text, report);
      templateFault(node.retryText, report);
      if (node.text.trim() === '') report('text', text('nodeQuestion'));
      variableFault(node.saveAs, 'saveAs', report);
      if (node.answer === 'choice' && node.options.length < 2) report('options', text('nodeTwoChoices'));
      if (node.answer === 'choice') optionFaults(node.options, 'options', node.text, report);
      return;
    case 'condition':
      if (node.test === 'expression') expressionFaultOf(node.expression, 'expression', report);
      else if (!isTime(node.from) || !isTime(node.until)) report('from', text('nodeTimes'));
      else if (node.days.length === 0) report('days', text('nodeDay'));
      return;
    case 'switch':
      expressionFaultOf(node.expression, 'expression', report);
      if (node.cases.length === 0) report('cases', text('nodeCase'));
      if (new Set(node.cases.map(({ id }) => id)).size < node.cases.length) report('cases', text('nodeTwoCases'));
      return;
    case 'set':
      if (node.variable === '') report('variable', text('nodeVariable'));
      variableFault(node.variable, 'variable', report);
      expressionFaultOf(node.expression, 'expression', report);
      return;
    case 'wait':
      variableFault(node.saveAs, 'saveAs', report);
      return;
    case 'label':
      if (node.label.trim() === '') report('label', text('nodeLabel'));
      return;
    case 'contact':
      contactFaults(node, report);
      return;
    case 'board':
      boardFaults(node, report);
      return;
    case 'http':
      if (!/^https?:\/\/[^\s{}]+/i.test(node.url)) report('url', text('nodeAddress'));
      if (node.body.trim() !== '') expressionFaultOf(node.body, 'body', report);
      variableFault(node.saveAs, 'saveAs', report);
      return;
    case 'knowledge':
      if (node.knowledgeBaseIds.length === 0) report('knowledgeBaseIds', text('nodeBase'));
      variableFault(node.saveAs, 'saveAs', report);
      return;
    case 'aiReply':
      templateFault(node.instructions, report);
      if (node.instructions.trim() === '') report('instructions', text('nodeInstructions'));
      if (!node.isSaid && node.saveAs === '') report('saveAs', text('nodeAnswerUnused'));
      variableFault(node.saveAs, 'saveAs', report);
      return;
    case 'aiExtract':
      templateFault(node.text, report);
      if (node.fields.length === 0) report('fields', text('nodeFields'));
      if (node.fields.some(({ variable }) => variable === '')) report('fields', text('nodeEachVariable'));
      for (const { variable } of node.fields) variableFault(variable, 'fields', report);
      if (new Set(node.fields.map(({ variable }) => variable)).size < node.fields.length)
        report('fields', text('nodeVariablesAlike'));
      return;
    case 'flow':
      if (node.botId === null) report('botId', text('nodeBot'));
      return;
    default:
      return;
  }
}

function contactFaults(node: NodeOf<'contact'>, report: ReportFault): void {
  const { fields, labelsOn, labelsOff, consent, isOptedOut } = node;
  const labels = [...labelsOn, ...labelsOff].map((label) => label.trim().toLowerCase()).filter((label) => label !== '');
  if (fields.length + labels.length === 0 && consent === 'unchanged' && !isOptedOut) {
    report('fields', 'Choose at least one change to the contact.');
  }
  for (const { name, value } of fields) {
    templateFault(value, report);
    const isNumber = ['mobile', 'phone'].includes(name.trim().toLowerCase());
    if (isNumber) report('fields', 'A contact’s number can’t be changed.');
    else if (!contactFieldName.safeParse(name).success) {
      report('fields', 'A field name starts with a letter and contains only letters, digits, spaces, dots and dashes.');
    }
  }
  const names = fields.map(({ name }) => name.trim().toLowerCase());
  if (new Set(names).size < names.length) report('fields', 'Two fields have the same name.');
  if (new Set(labels).size < labels.length) report('labelsOn', 'A label is listed twice.');
  if (consent === 'given' && node.consentSource.trim() === '') report('consentSource', 'Say where they gave consent.');
  templateFault(node.consentText, report);
}

function boardFaults({ boardId, cells, findBy, saveAs }: NodeOf<'board'>, report: ReportFault): void {
  if (boardId === null) report('boardId', text('nodeBoard'));
  if (cells.length === 0) report('cells', text('nodeCells'));
  const columns = cells.map(({ columnId }) => columnId);
  if (new Set(columns).size < columns.length) report('cells', text('nodeColumnTwice'));
  if (findBy !== null && !columns.includes(findBy)) report('findBy', text('nodeFindBy'));
  for (const { value } of cells) templateFault(value, report);
  variableFault(saveAs, 'saveAs', report);
}

function scheduleFaults({ label, days, at }: NodeOf<'trigger'>, report: ReportFault): void {
  if (label.trim() === '') report('label', text('nodeLabelOfWhom'));
  if (days.length === 0) report('days', text('nodeDay'));
  if (!isTime(at)) report('at', text('nodeTime'));
}

function templateFault(text: string, report: ReportFault): void {
  for (const { message } of faultsOf(text)) report('text', message);
}

const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

function variableFault(name: string, field: string, report: ReportFault): void {
  if (name !== '' && !VARIABLE_NAME.test(name)) {
    report(field, text('nodeVariableName'));
  }
}

function expressionFaultOf(source: string, field: string, report: ReportFault): void {
  const fault = expressionFault(source);
  if (fault !== null) report(field, fault);
}

function optionFaults(options: readonly string[], field: string, question: string, report: ReportFault): void {
  if (options.length === 0) return;
  const clean = options.map((option) => option.trim());
  if (options.length < 2) report(field, text('nodeTwoChoices'));
  if (clean.some((option) => option === '')) report(field, text('nodeChoiceEmpty'));
  if (new Set(clean).size < clean.length) report(field, text('nodeChoicesAlike'));
  if (question.length > MAX_QUESTION_LENGTH) report('text', text('nodeQuestionLong', { maximum: MAX_QUESTION_LENGTH }));
}

function patternFault(pattern: string, report: ReportFault): void {
  if (pattern === '') {
    report('pattern', text('nodePattern'));
    return;
  }
  try {
    const isRead = evaluateWithin(MAX_WORK, 'text.matches(pattern)', { text: '', pattern }) !== undefined;
    if (!isRead) report('pattern', TOO_MUCH);
  } catch (error) {
    report('pattern', textOf(error));
  }
}
