import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { AUDIT_OUTCOMES } from '@switchyard/contracts/cluster/audit-log';
import { DELETION_CAUSES } from '@switchyard/contracts/cluster/pod-deletions';
import { useTranslation } from 'react-i18next';
import type { ScreenState } from '../address/use-screen-state.ts';
import classes from '../components/console.module.css';
import { type AuditState, isAuditFiltered } from './audit-address.ts';
import { auditText } from './audit-text.ts';
import './texts.ts';

/** A changed filter returns to the first page. */
const FIRST_PAGE = { page: 0, act: '' };

export function AuditFilters({ state, choose, type }: ScreenState<AuditState>) {
  const { t } = useTranslation('clusterAudit');
  const options = (any: string, kind: 'causes' | 'outcomes', names: readonly string[]) => [
    { value: '', label: any },
    ...names.map((value) => ({ value, label: auditText(t, kind, value) })),
  ];
  const day = (name: 'from' | 'until') => (
    <TextInput
      type="date"
      label={t(name)}
      value={state[name]}
      onChange={(event) => choose({ [name]: event.currentTarget.value, ...FIRST_PAGE })}
    />
  );
  return (
    <div className={classes.filters} style={{ inlineSize: '100%' }}>
      <TextInput
        label={t('search')}
        value={state.search}
        data-filter
        onChange={(event) => type({ search: event.currentTarget.value, ...FIRST_PAGE })}
      />
      <NativeSelect
        label={t('cause')}
        value={state.cause ?? ''}
        data={options(t('anyCause'), 'causes', DELETION_CAUSES)}
        onChange={(event) =>
          choose({ cause: (event.currentTarget.value || null) as AuditState['cause'], ...FIRST_PAGE })
        }
      />
      <NativeSelect
        label={t('outcome')}
        value={state.outcome ?? ''}
        data={options(t('anyOutcome'), 'outcomes', AUDIT_OUTCOMES)}
        onChange={(event) =>
          choose({ outcome: (event.currentTarget.value || null) as AuditState['outcome'], ...FIRST_PAGE })
        }
      />
      {day('from')}
      {day('until')}
      <Checkbox
        className={classes.filterSwitch ?? ''}
        label={t('hitOnly')}
        checked={state.affectedOnly}
        onChange={(event) => choose({ affectedOnly: event.currentTarget.checked, ...FIRST_PAGE })}
      />
      <Button
        variant="default"
        disabled={!isAuditFiltered(state)}
        style={{ flex: 'none' }}
        onClick={() =>
          choose({ search: '', cause: null, outcome: null, affectedOnly: false, from: '', until: '', ...FIRST_PAGE })
        }
      >
        {t('clear')}
      </Button>
    </div>
  );
}
