import { Menu } from '@mantine/core';
import type { EngineSessionRow } from '@switchyard/contracts/cluster/rows';
import { useRouter } from '@tanstack/react-router';
import { type MouseEvent, type ReactElement, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { MenuItemLink } from '../../../components/menu-item-link.tsx';
import { formatNumber } from '../../../lib/format/numbers.ts';
import classes from '../components/console.module.css';
import { userNameOf } from '../rules/engine-sessions.ts';
import '../texts.ts';

/** Maximum sessions listed in a pod's menu. */
const MAX_LISTED = 20;

interface PodEngineSessionsProps {
  podName: string;
  /** At least one. */
  sessions: readonly EngineSessionRow[];
}

/**
 * Number of sessions on a pod, with links to their engines, whose page leads back to the console as it was left: one is
 * a link, several a menu. Plain elements until opened, since every row of a table of pods may have one.
 */
export function PodEngineSessions({ podName, sessions }: PodEngineSessionsProps) {
  const { t } = useTranslation('cluster');
  const [isOpen, setIsOpen] = useState(false);
  const target = useRef<HTMLButtonElement>(null);
  const close = () => {
    // The button is rendered again without its menu; the keyboard continues from it.
    flushSync(() => setIsOpen(false));
    target.current?.focus();
  };
  const [only, ...others] = sessions;
  const count = formatNumber(sessions.length);
  const label = t('pod.openEngine', { count: sessions.length, shown: count, name: podName });
  if (only && others.length === 0) return <PlainEngineLink engineId={only.engineId} label={label} text={count} />;
  const button = (
    <button
      ref={target}
      type="button"
      className={classes.rowLink}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      aria-label={label}
      onClick={() => setIsOpen(true)}
    >
      {count}
    </button>
  );
  if (!isOpen) return button;
  return <EngineSessionMenu target={button} sessions={sessions} onClose={close} />;
}

/** A link without subscriptions; its way back is computed when it is followed. */
function PlainEngineLink({ engineId, label, text }: { engineId: string; label: string; text: string }) {
  const router = useRouter();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    const to = engineAddress(engineId, router.state.location.href);
    // The browser opens new tabs itself, and takes the address from here.
    event.currentTarget.href = router.buildLocation(to).href;
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void router.navigate(to);
  };
  return (
    <a
      className={classes.rowLink}
      href={`/engine-explorer/${encodeURIComponent(engineId)}`}
      aria-label={label}
      title={label}
      onClick={follow}
      onAuxClick={follow}
    >
      {text}
    </a>
  );
}

function EngineSessionMenu(props: {
  target: ReactElement;
  sessions: readonly EngineSessionRow[];
  onClose: () => void;
}) {
  const { target, sessions, onClose } = props;
  const { t } = useTranslation('cluster');
  const from = useRouter().state.location.href;
  return (
    <Menu opened onClose={onClose} position="bottom-start">
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {sessions.slice(0, MAX_LISTED).map((session) => (
          <MenuItemLink key={session._id} {...engineAddress(session.engineId, from)}>
            {userNameOf(session.user) || session._id}
          </MenuItemLink>
        ))}
        {sessions.length > MAX_LISTED && <Menu.Label>{t('more', { count: sessions.length - MAX_LISTED })}</Menu.Label>}
      </Menu.Dropdown>
    </Menu>
  );
}

const engineAddress = (engineId: string, from: string) =>
  ({ to: '/engine-explorer/$engineId', params: { engineId }, search: { from } }) as const;
