import { ActionIcon, Popover } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { IconCalendarSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import './texts.ts';

/** Jumps to a day of a thread. */
export function JumpToDay({ onDay }: { onDay: (day: string) => void }) {
  const { t } = useTranslation('conversation');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" trapFocus withArrow>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('thread.jumpTo')}
          title={t('thread.jumpTo')}
          onClick={() => setIsOpen(!isOpen)}
        >
          <IconCalendarSearch size={20} stroke={1.6} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <DatePicker
          maxDate={new Date().toISOString().slice(0, 10)}
          onChange={(day) => {
            setIsOpen(false);
            if (day) onDay(day);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
