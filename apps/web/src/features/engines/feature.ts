import {
  IconDeviceMobile,
  IconPlugConnected,
  IconPlugConnectedX,
  IconProgress,
  IconQrcode,
  IconTimeline,
  IconUnlink,
} from '@tabler/icons-react';
import { defineFeature } from '../../components/feature.ts';
import { done, failed, troubled, underWay } from '../../components/status/states.ts';
import { ConnectOverlay } from './pairing/connect-overlay.tsx';

/** States of an engine as shown to its owner. */
const engineStates = {
  connected: done('Connected'),
  qrcode: troubled('QR code', { icon: IconQrcode }),
  initializing: underWay('Initializing'),
  browser_started: underWay('Browser started'),
  navigating: underWay('Navigating'),
  syncing: underWay('Syncing'),
  waiting_for_whatsapp_page: underWay('Waiting for WhatsApp page'),
  unpaired: troubled('Unpaired', { icon: IconUnlink }),
  disconnected: failed('Disconnected'),
  error: failed('Error'),
} as const;

/**
 * Connection states in timelines: connected green, connecting amber, disconnected or unpaired red (spec 000 section
 * 4.1). Past states are not animated.
 */
const timelineStates = {
  connected: done('Connected'),
  connecting: underWay('Connecting', { tone: 'warning', icon: IconProgress }),
  initializing: underWay('Initializing', { tone: 'warning', icon: IconProgress }),
  browser_started: underWay('Browser started', { tone: 'warning', icon: IconProgress }),
  navigating: underWay('Navigating', { tone: 'warning', icon: IconProgress }),
  waiting_for_whatsapp_page: underWay('Waiting for WhatsApp page', { tone: 'warning', icon: IconProgress }),
  syncing: underWay('Syncing', { tone: 'warning', icon: IconProgress }),
  qrcode: troubled('QR code', { icon: IconQrcode }),
  unpaired: failed('Unpaired', { icon: IconUnlink }),
  disconnected: failed('Disconnected'),
  error: failed('Error'),
} as const;

/** WhatsApp's rating of a number. */
const ratingStates = {
  high: done('High quality'),
  medium: troubled('Medium quality'),
  low: failed('Low quality'),
} as const;

export const engines = defineFeature({
  pages: [
    {
      group: 'connect',
      place: 1,
      path: '/engines',
      also: ['/engine-explorer'],
      name: 'Engines',
      icon: IconPlugConnected,
    },
    { group: 'connect', place: 2, path: '/whatsapp-numbers', name: 'Numbers', icon: IconDeviceMobile },
    {
      group: 'operate',
      place: 3,
      path: '/session-timeline/{-$sessionId}',
      name: 'All Sessions',
      icon: IconTimeline,
    },
  ],
  states: { engine: engineStates, timeline: timelineStates, rating: ratingStates },
  search: async () => (await import('./search/find-engines.ts')).findEngines,
  below: ConnectOverlay,
  notices: {
    'engine-off': {
      icon: IconPlugConnectedX,
      tone: 'error',
      title: '{{name}} lost its connection',
      text: 'Disconnected since {{at}}. Its messages are waiting; none are lost.',
      name: 'Connection lost',
      hint: 'After five minutes; one alert per outage.',
      to: ({ id }) => (id ? `/engine-explorer/${id}` : '/engines'),
    },
  },
  live: [{ read: 'engines', after: ['engines.stale'] }],
  auditNouns: { engine: 'Engines' },
  scopes: { engines: 'Engines' },
});

declare module '../../components/status/states.ts' {
  interface StateContexts {
    engine: typeof engineStates;
    timeline: typeof timelineStates;
    rating: typeof ratingStates;
  }
}
