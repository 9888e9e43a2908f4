import { useTranslation } from 'react-i18next';
import '../screen-texts.ts';
import { FilterInput } from './filter-input.tsx';

/** Searches a list by name. */
export function NameFilter(props: { value: string | undefined; onChange: (value: string | undefined) => void }) {
  const { t } = useTranslation('screen');
  return <FilterInput label={t('filter.byName')} value={props.value} isSearch onChange={props.onChange} />;
}
