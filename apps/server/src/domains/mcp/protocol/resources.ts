import type { Tool } from '../../../platform/platform.ts';

/** A resource of a workspace, and the tool that reads it: those who may call the tool may read the resource. */
interface ResourceKind {
  uriTemplate: string;
  name: string;
  title: string;
  description: string;
  tool: Tool['name'];
  args(value: string): Record<string, unknown>;
}

const SHOWN = 50;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
export const JSON_TYPE = 'application/json';

export const RESOURCE_KINDS: Readonly<Record<string, ResourceKind>> = {
  calendar: {
    uriTemplate: 'switchyard://calendar/{day}',
    name: 'calendar',
    title: 'Messages of a day',
    description: 'Scheduled messages of a day (2030-01-31) in the workspace’s time zone; `upcoming`: the next ones.',
    tool: 'get_scheduled_messages',
    args: (day) =>
      DAY.test(day)
        ? { from: `${day}T00:00`, to: `${day}T23:59:59`, order: 'soonest', limit: SHOWN }
        : { status: ['pending'], order: 'soonest', limit: SHOWN },
  },
  chats: {
    uriTemplate: 'switchyard://chats/{chatId}',
    name: 'chat',
    title: 'A conversation',
    description: 'The latest messages with a number (447700900123@c.us) or in a group.',
    tool: 'get_messages',
    args: (chatId) => ({ chatId, limit: SHOWN }),
  },
  knowledge: {
    uriTemplate: 'switchyard://knowledge/{question}',
    name: 'knowledge',
    title: 'Passages of the knowledge',
    description: 'What documents and entries say about a question.',
    tool: 'search_knowledge',
    args: (question) => ({ question }),
  },
};

/** Readable without choosing anything first. */
export const UPCOMING = 'switchyard://calendar/upcoming';

/** The tool call that reads a URI; null if it is not one of ours. */
export function callFor(uri: string): { tool: string; args: Record<string, unknown> } | null {
  const [, name = '', value = ''] = /^switchyard:\/\/([a-z]+)\/([^/?#]{1,500})$/.exec(uri) ?? [];
  const kind = Object.hasOwn(RESOURCE_KINDS, name) ? RESOURCE_KINDS[name] : undefined;
  if (!kind || (name === 'calendar' && !DAY.test(value) && uri !== UPCOMING)) return null;
  try {
    return { tool: kind.tool, args: kind.args(decodeURIComponent(value)) };
  } catch {
    return null;
  }
}
