import { ThemeIcon } from '@mantine/core';
import type { BotNodeKind } from '@switchyard/contracts/bots/flow';
import {
  IconArrowRight,
  IconArrowsSplit,
  IconBolt,
  IconBook,
  IconBrackets,
  IconClock,
  IconFlag,
  IconHeadset,
  IconHourglass,
  IconListSearch,
  IconMessage,
  IconMessageQuestion,
  IconSparkles,
  IconTablePlus,
  IconTag,
  IconUserEdit,
  IconVariable,
  IconWorld,
  type TablerIcon,
} from '@tabler/icons-react';
import { KIND_GROUPS, type KindGroup } from './new-node.ts';

const ICONS: Record<BotNodeKind, TablerIcon> = {
  trigger: IconBolt,
  send: IconMessage,
  ask: IconMessageQuestion,
  wait: IconHourglass,
  condition: IconArrowsSplit,
  switch: IconBrackets,
  set: IconVariable,
  delay: IconClock,
  flow: IconArrowRight,
  label: IconTag,
  contact: IconUserEdit,
  board: IconTablePlus,
  http: IconWorld,
  knowledge: IconBook,
  aiReply: IconSparkles,
  aiExtract: IconListSearch,
  handover: IconHeadset,
  end: IconFlag,
};

const COLORS: Record<KindGroup | 'trigger', string> = {
  trigger: 'yellow',
  talk: 'teal',
  logic: 'indigo',
  data: 'orange',
  ai: 'grape',
  end: 'gray',
};

/** A kind of step as an icon, in the colour of its group. */
export function KindIcon({ kind }: { kind: BotNodeKind }) {
  const group = KIND_GROUPS.find(({ kinds }) => (kinds as readonly BotNodeKind[]).includes(kind))?.group ?? 'trigger';
  const Icon = ICONS[kind];
  return (
    <ThemeIcon size={24} radius="sm" variant="light" color={COLORS[group]} aria-hidden>
      <Icon size={16} stroke={1.8} />
    </ThemeIcon>
  );
}
