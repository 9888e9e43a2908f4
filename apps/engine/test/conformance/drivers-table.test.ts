import { readFileSync } from 'node:fs';
import { CHAT_ACTS } from '@switchyard/contracts/chats/act-kinds';
import { DRIVER_NAMES, DRIVERS, INCOMING_FEATURES } from '@switchyard/contracts/engine/driver-capabilities';
import { MEDIA_TYPES } from '@switchyard/contracts/messages/body';
import { expect, test } from 'vitest';

const PAGE = new URL('../../../../docs/mechanisms/drivers.md', import.meta.url);

/** The capabilities in the format of the drivers page. */
function table(): string {
  const drivers = DRIVER_NAMES.map((name) => DRIVERS[name]);
  const row = (name: string, cells: string[]) => `| ${[name, ...cells].join(' | ')} |`;
  const marks = (name: string, has: (facts: (typeof drivers)[number]) => boolean) =>
    row(
      name,
      drivers.map((facts) => (has(facts) ? 'yes' : '–')),
    );
  const KINDS = ['text', 'media', 'poll'] as const;
  return [
    row(
      '',
      DRIVER_NAMES.map((name) => `\`${name}\``),
    ),
    row(
      '---',
      drivers.map(() => '---'),
    ),
    row(
      'linked by',
      drivers.map(({ pairing }) => pairing.join(', ')),
    ),
    row(
      'doubt is settled by',
      drivers.map(({ settles }) => settles),
    ),
    ...KINDS.map((kind) => marks(`sends: ${kind}`, ({ kinds }) => (kinds as readonly string[]).includes(kind))),
    ...MEDIA_TYPES.map((type) => marks(`sends files: ${type}`, ({ media }) => media.includes(type))),
    marks('sends answers', ({ replies }) => replies),
    marks('writes to groups', ({ groups }) => groups),
    marks('changes groups', ({ groupChanges }) => groupChanges),
    marks('knows which numbers are on WhatsApp', ({ numberCheck }) => numberCheck),
    marks('is told how its number is rated', ({ rating }) => rating),
    ...CHAT_ACTS.map((act) => marks(`acts: ${act}`, ({ acts }) => (acts as readonly string[]).includes(act))),
    marks('shows that it types', ({ typing }) => typing),
    marks('has older messages from the phone', ({ olderMessages }) => olderMessages),
    ...INCOMING_FEATURES.map((feature) =>
      marks(`tells: ${feature}`, ({ tells }) => (tells as readonly string[]).includes(feature)),
    ),
  ].join('\n');
}

test("docs/mechanisms/drivers.md lists the drivers' capabilities", () => {
  const [, , shown] = /(<!-- facts -->\n)([\s\S]*?)\n<!-- end of facts -->/.exec(readFileSync(PAGE, 'utf8')) ?? [];
  expect(shown).toBe(table());
});
