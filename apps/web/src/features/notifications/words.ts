import type { Notification, NotificationKind } from '@switchyard/contracts/notifications/operations';
import {
  IconAlertTriangle,
  IconCreditCard,
  IconDeviceLaptop,
  IconGauge,
  IconHourglass,
  IconKey,
  IconPlayerPause,
  IconPlugConnectedX,
  IconRobot,
  type TablerIcon,
} from '@tabler/icons-react';

interface KindLook {
  icon: TablerIcon;
  tone: 'info' | 'warning' | 'error';
  /** The screen where something can be done about it. */
  to: (data: Notification['data']) => string;
}

const bot = ({ id }: Notification['data']) => (id ? `/bot-detail-view/${id}` : '/bot-list-view');

/** How each kind looks, and where it leads. */
export const KIND_LOOKS: Record<NotificationKind, KindLook> = {
  'engine-off': {
    icon: IconPlugConnectedX,
    tone: 'error',
    to: ({ id }) => (id ? `/engine-explorer/${id}` : '/engines'),
  },
  'messages-wait': { icon: IconHourglass, tone: 'warning', to: () => '/import-messages' },
  'campaign-paused': { icon: IconPlayerPause, tone: 'warning', to: () => '/campaigns' },
  'bot-failing': { icon: IconAlertTriangle, tone: 'error', to: bot },
  'bot-paused': { icon: IconRobot, tone: 'warning', to: bot },
  'limit-near': { icon: IconGauge, tone: 'warning', to: () => '/account-subscription' },
  plan: { icon: IconCreditCard, tone: 'info', to: () => '/account-subscription' },
  'key-expiring': { icon: IconKey, tone: 'warning', to: () => '/admin-api' },
  'sign-in': { icon: IconDeviceLaptop, tone: 'info', to: () => '/account-security' },
};
