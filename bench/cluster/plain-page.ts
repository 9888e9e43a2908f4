import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import type { ConsoleScreen } from './screens.ts';

const root = join(import.meta.dirname, '../..');
const MODULES: Record<string, string> = {
  'pack-pods.js': 'packages/contracts/src/cluster/pack-pods.ts',
  'gateway-pods.js': 'packages/cluster-rules/src/gateway-pods.ts',
};

/**
 * Serves a page that shows the same as a screen of the console, but without a framework: the same stream, the same rows
 * in the same order, as many visible rows, and cells written only when they change. Its cost is due to the browser and
 * the data; any additional cost of a screen is ours.
 */
export async function servePlainPages(context: BrowserContext): Promise<void> {
  await context.route('**/plain/*', (route) => {
    const { pathname } = new URL(route.request().url());
    const name = pathname.slice('/plain/'.length);
    const module = MODULES[name];
    if (!module) return route.fulfill({ contentType: 'text/html', body: html(name as ConsoleScreen) });
    const body = stripTypeScriptTypes(readFileSync(join(root, module), 'utf8'));
    return route.fulfill({ contentType: 'text/javascript', body });
  });
}

const html = (screen: ConsoleScreen) => `<!doctype html><meta charset="utf-8"><title>plain</title>
<style>
  body { font: 13px sans-serif; margin: 16px }
  div { height: 900px; overflow: hidden; position: relative }
  tr { contain: strict; display: grid; grid-template-columns: repeat(8, 1fr); height: 42px; position: absolute; width: 100% }
  td { overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
</style>
<div><table aria-label="Plain"><tbody></tbody></table></div>
<script type="module">
import { unpackPods } from './pack-pods.js';
import { isGatewayPod } from './gateway-pods.js';
const SCREEN = ${JSON.stringify(screen)}, ROWS = 25, ORDER_MS = 300, CHOICE = new URLSearchParams(location.search);
const pods = new Map(), nodes = new Map();
let isWhole = false, isDue = false, orderedAtMs = 0, order = [];
const put = (pod, millicores, memoryBytes) => pods.set(pod.uid, { pod, millicores, memoryBytes });
function apply(update) {
  if (update.reset) { pods.clear(); nodes.clear(); isWhole = false }
  for (const node of update.nodes ?? []) nodes.set(node.name, { ...nodes.get(node.name), node });
  for (const name of update.goneNodes ?? []) nodes.delete(name);
  for (const pod of update.pods ?? []) put(pod, pods.get(pod.uid)?.millicores, pods.get(pod.uid)?.memoryBytes);
  for (const view of update.packedPods ? unpackPods(update.packedPods) : []) pods.set(view.pod.uid, view);
  for (const uid of update.gonePods ?? []) pods.delete(uid);
  for (const [name, cpu, bytes] of update.nodeUsage ?? []) if (nodes.has(name)) Object.assign(nodes.get(name), { cpu, bytes });
  for (const [uid, cpu, bytes] of update.podUsage ?? []) if (pods.has(uid)) put(pods.get(uid).pod, cpu, bytes);
  isWhole ||= update.cursor !== undefined;
  if (isDue || !isWhole) return;
  isDue = true;
  requestAnimationFrame(draw);
}
const body = document.querySelector('tbody');
function sorted() {
  if (SCREEN === 'nodes') {
    const name = CHOICE.get('name') ?? '';
    const lines = [...nodes.values()].filter(({ node }) => node.name.includes(name)).sort((a, b) => (b.bytes ?? 0) / b.node.capacityBytes - (a.bytes ?? 0) / a.node.capacityBytes);
    const open = CHOICE.get('open');
    return lines.flatMap((line) => line.node.name !== open ? [line] : [line, ...[...pods.values()].filter(({ pod }) => pod.nodeName === open)]);
  }
  if (SCREEN === 'gateway') {
    return [...pods.values()].filter(({ pod }) => isGatewayPod(pod, nodes.get(pod.nodeName)?.node.type, false))
      .sort((a, b) => (CHOICE.get('sort') === 'name' ? (a.pod.name < b.pod.name ? -1 : 1) : a.pod.status < b.pod.status ? -1 : 1));
  }
  return [...pods.values()].sort((a, b) => (b.memoryBytes ?? -1) - (a.memoryBytes ?? -1));
}
function cellsOf(line) {
  if (!line.pod) return [line.node.name, line.node.status, line.node.role, line.node.version, String(line.cpu), String(line.bytes), '', ''];
  const { pod } = pods.get(line.pod.uid) ?? line;
  return [pod.name, pod.status, pod.ready, pod.namespace, String(line.memoryBytes), String(line.millicores), pod.nodeName, String(pod.restarts)];
}
function draw() {
  isDue = false;
  const isStill = document.body.dataset.still === 'true';
  if (!isStill && performance.now() - orderedAtMs > ORDER_MS) { order = sorted(); orderedAtMs = performance.now() }
  order.slice(0, ROWS).forEach((line, at) => {
    const row = body.rows[at] ?? body.insertRow();
    row.style.top = at * 42 + 'px';
    cellsOf(line).forEach((text, cell) => {
      const td = row.cells[cell] ?? row.insertCell();
      if (td.textContent !== text) td.textContent = text;
    });
  });
  document.body.dataset.rows = SCREEN === 'nodes' ? nodes.size : order.length;
}
const answer = await fetch('/api/cluster/stream');
const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
for (let rest = '';;) {
  const { value, done } = await reader.read();
  if (done) break;
  const lines = (rest + value).split('\\n');
  rest = lines.pop();
  for (const line of lines) {
    apply(JSON.parse(line));
    // Like the screens: lines are handled in separate tasks.
    await new Promise((resolve) => { const { port1, port2 } = new MessageChannel(); port1.onmessage = resolve; port2.postMessage(0) });
  }
}
</script>`;
