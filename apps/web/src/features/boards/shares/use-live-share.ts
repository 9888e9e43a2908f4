import { useEffect, useEffectEvent, useState } from 'react';
import { api } from '../../../lib/api/client.ts';
import { socketId } from '../../../lib/api/request-headers.ts';
import { connectLive, type LiveConnection } from '../../../lib/live/live-connection.ts';

/** Minimum time between two reloads. */
const RELOAD_INTERVAL_MS = 1_000;

/**
 * Follows a shared table until its link has ended.
 * @param isOpen false once the link has ended
 * @param read reloads the table
 * @returns whether live updates arrive; otherwise the caller must poll
 */
export function useLiveShare(token: string, isOpen: boolean, read: () => void): boolean {
  const [isLive, setLive] = useState(false);
  const readAgain = useEffectEvent(read);
  useEffect(() => {
    if (!isOpen) return;
    let live: LiveConnection | undefined;
    let isGone = false;
    let timer: number | undefined;
    let readAt = 0;
    const changed = () => {
      timer ??= window.setTimeout(
        () => {
          timer = undefined;
          readAt = Date.now();
          readAgain();
        },
        Math.max(0, readAt + RELOAD_INTERVAL_MS - Date.now()),
      );
    };
    void import('../../../lib/live/open-mqtt.ts').then(({ openMqtt }) => {
      if (isGone) return;
      const connection = connectLive(() => api.shares.liveTicket({ token }), openMqtt, socketId);
      live = connection;
      connection.onState(() => setLive(connection.state().is === 'live'));
      connection.onEvent(changed);
      // Catches up on changes from before the connection or while it was lost.
      connection.onCatchUp(changed);
    });
    return () => {
      isGone = true;
      window.clearTimeout(timer);
      live?.close();
      setLive(false);
    };
  }, [token, isOpen]);
  return isLive;
}
