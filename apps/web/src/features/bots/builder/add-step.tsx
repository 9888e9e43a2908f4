import { Combobox, Popover, Text, TextInput, useCombobox } from '@mantine/core';
import { type BotNode, outletsOf } from '@switchyard/contracts/bots/flow';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { createContext, useContext, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import '../texts.ts';
import classes from './builder.module.css';
import { KindIcon } from './kind-icon.tsx';
import { type AddedKind, KIND_GROUPS, newNode } from './new-node.ts';
import { outletsWithNames } from './outlets.ts';

/** Adds a step of a kind at an outlet of another step. */
export const AddStepContext = createContext<(kind: AddedKind, after: { from: string; outlet: string }) => void>(
  () => undefined,
);

/** "+" at an outlet, which opens the list of kinds. `text` is shown beside it where there is space. */
export function AddStep(props: { step: BotNode; outlet: string; isOnLine?: boolean; text?: string }) {
  const { t } = useTranslation('bots');
  const add = useContext(AddStepContext);
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { step, outlet, text } = props;
  const outletName = outletsWithNames(t, step).find((candidate) => candidate.outlet === outlet)?.name ?? '';
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const plus = (
    <button
      ref={button}
      type="button"
      className={text ? classes.addText : classes.add}
      aria-label={
        text ? undefined : t('builder.addAfter', { step: step.name || t(`kinds.${step.kind}`), way: outletName })
      }
      aria-expanded={isOpen}
      onClick={() => setOpen(!isOpen)}
    >
      <span className={classes.plus}>
        <IconPlus size={14} aria-hidden />
      </span>
      {text}
    </button>
  );
  if (!isOpen) return plus;
  return (
    <Popover opened onDismiss={close} position="bottom-start" width={260} shadow="md" trapFocus>
      <Popover.Target>{plus}</Popover.Target>
      {/* A canvas captures keys and wheel events of its content, including portals. */}
      <Popover.Dropdown
        p={8}
        className="nowheel nodrag nopan"
        onKeyDown={(event) => event.stopPropagation()}
        onClick={(event) => event.stopPropagation()}
      >
        <Kinds
          canEnd={!props.isOnLine}
          onClose={close}
          onPick={(kind) => {
            setOpen(false);
            add(kind, { from: step.id, outlet });
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

/** Kinds by group, searchable by name. `canEnd` false: something has to follow. */
function Kinds(props: { canEnd: boolean; onPick: (kind: AddedKind) => void; onClose: () => void }) {
  const { t } = useTranslation('bots');
  const [search, setSought] = useState('');
  // The list is always open: with a closed one, Enter would pick nothing.
  const combobox = useCombobox({ opened: true });
  const query = search.trim().toLocaleLowerCase();
  const groups = KIND_GROUPS.map(({ group, kinds }) => ({
    group,
    kinds: kinds.filter(
      (kind) =>
        `${t(`kinds.${kind}`)} ${t(`builder.groups.${group}`)}`.toLocaleLowerCase().includes(query) &&
        (props.canEnd || outletsOf(newNode(kind, { x: 0, y: 0 })).length > 0),
    ),
  })).filter(({ kinds }) => kinds.length > 0);
  return (
    <Combobox store={combobox} onOptionSubmit={(kind) => props.onPick(kind as AddedKind)}>
      <Combobox.EventsTarget>
        <TextInput
          size="xs"
          data-autofocus
          aria-label={t('builder.findKind')}
          placeholder={t('builder.findKind')}
          leftSection={<IconSearch size={14} aria-hidden />}
          value={search}
          onChange={(event) => {
            setSought(event.currentTarget.value);
            combobox.selectFirstOption();
          }}
          onKeyDown={(event) => event.key === 'Escape' && props.onClose()}
        />
      </Combobox.EventsTarget>
      <Combobox.Options className={classes.kinds} mt={6} aria-label={t('builder.add')}>
        {groups.map(({ group, kinds }) => (
          <Combobox.Group key={group} label={t(`builder.groups.${group}`)}>
            {kinds.map((kind) => (
              <Combobox.Option key={kind} value={kind} className={classes.kind}>
                <KindIcon kind={kind} />
                {t(`kinds.${kind}`)}
              </Combobox.Option>
            ))}
          </Combobox.Group>
        ))}
      </Combobox.Options>
      {groups.length === 0 && (
        <Text size="sm" c="dimmed" p={8}>
          {t('builder.noKind')}
        </Text>
      )}
    </Combobox>
  );
}
