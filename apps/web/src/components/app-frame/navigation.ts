import {
  IconAddressBook,
  IconApi,
  IconBook2,
  IconCalendar,
  IconChartBar,
  IconChecklist,
  IconFileText,
  IconHeartRateMonitor,
  IconInbox,
  IconKey,
  IconListCheck,
  IconMessage,
  IconMessages,
  IconPhone,
  IconPlugConnected,
  IconRobot,
  IconServer,
  IconSettingsAutomation,
  IconSparkles,
  IconSpeakerphone,
  IconTimeline,
  IconWand,
  type TablerIcon,
} from '@tabler/icons-react';
import type { frameTexts } from './texts.ts';

export interface NavigationPage {
  /** The route's path, as in the route table. */
  path: string;
  text: keyof typeof frameTexts.page;
  icon: TablerIcon;
}

export interface NavigationGroup {
  text: keyof typeof frameTexts.group;
  isForAdmins?: boolean;
  pages: NavigationPage[];
}

/** Every place of the sidebar. Those whose screen does not exist are left out by {@link navigationFor}. */
const everyGroup: NavigationGroup[] = [
  {
    text: 'plan',
    pages: [
      { path: '/calendar', text: 'calendar', icon: IconCalendar },
      { path: '/import-messages', text: 'messages', icon: IconMessage },
      { path: '/campaigns', text: 'campaigns', icon: IconSpeakerphone },
      { path: '/campaigns-management', text: 'campaignManagement', icon: IconAddressBook },
    ],
  },
  {
    text: 'talk',
    pages: [
      { path: '/bt-team-inbox', text: 'inbox', icon: IconInbox },
      { path: '/chat', text: 'chat', icon: IconMessages },
      { path: '/btgpt', text: 'agent', icon: IconSparkles },
      { path: '/ai-assistant', text: 'assistant', icon: IconWand },
    ],
  },
  {
    text: 'automate',
    pages: [
      { path: '/bot-list-view', text: 'bots', icon: IconRobot },
      { path: '/knowledge-base', text: 'knowledge', icon: IconBook2 },
    ],
  },
  {
    text: 'work',
    pages: [
      { path: '/tasks', text: 'tasks', icon: IconChecklist },
      { path: '/mywork', text: 'myWork', icon: IconListCheck },
    ],
  },
  {
    text: 'connect',
    pages: [
      { path: '/engines', text: 'engines', icon: IconPlugConnected },
      { path: '/whatsapp-numbers', text: 'numbers', icon: IconPhone },
    ],
  },
  {
    text: 'developers',
    pages: [
      { path: '/admin-api', text: 'apiKeys', icon: IconKey },
      { path: '/api-playground', text: 'playground', icon: IconApi },
      { path: '/webhook-guide', text: 'webhookGuide', icon: IconFileText },
    ],
  },
  {
    text: 'operate',
    isForAdmins: true,
    pages: [
      { path: '/k8s-analyzer', text: 'gateway', icon: IconHeartRateMonitor },
      { path: '/k8s-analyzer-nodes', text: 'nodes', icon: IconServer },
      { path: '/session-timeline', text: 'timeline', icon: IconTimeline },
      { path: '/bot-usage-dashboard', text: 'botUsage', icon: IconChartBar },
      { path: '/bots', text: 'allBots', icon: IconRobot },
      { path: '/cluster-optimizer', text: 'optimizer', icon: IconSettingsAutomation },
    ],
  },
];

/**
 * The sidebar of one user: the screens that exist and that the user may see.
 * @param exists whether the web app has a screen at this path
 */
export function navigationFor(role: 'admin' | 'user', exists: (path: string) => boolean): NavigationGroup[] {
  return everyGroup
    .filter((group) => !group.isForAdmins || role === 'admin')
    .map((group) => ({ ...group, pages: group.pages.filter((page) => exists(page.path)) }))
    .filter((group) => group.pages.length > 0);
}
