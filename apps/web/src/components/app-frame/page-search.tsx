import { useHotkeys } from '@mantine/hooks';
import { Spotlight, spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useNavigation } from './navigation.ts';
import classes from './page-search.module.css';

/** Opens the search that {@link PageSearch} puts on the screen. */
export const openPageSearch = () => spotlight.open();

/** Ctrl+K opens the search, from within a field too. Apart from {@link PageSearch}, which is drawn last: a key pressed before that is kept until then. */
export const usePageSearchKey = () => useHotkeys([['mod + K', openPageSearch]], [], true);

/** Go to any page by name. */
export function PageSearch() {
  const { t } = useTranslation(['frame', 'page']);
  const navigate = useNavigate();
  const actions = useNavigation().map((group) => ({
    group: t(`group.${group.name}`),
    actions: group.pages.map((page) => ({
      id: page.path,
      label: t(`page:${page.path}`),
      leftSection: <page.icon size={20} stroke={1.6} />,
      onClick: () => void navigate({ to: page.path }),
    })),
  }));
  return (
    <Spotlight
      actions={actions}
      shortcut={null}
      highlightQuery
      nothingFound={t('search.nothing')}
      centered={false}
      yOffset="12vh"
      overlayProps={{ backgroundOpacity: 0.4, blur: 0 }}
      transitionProps={{ duration: 120 }}
      classNames={{ search: classes.search ?? '', actionsGroup: classes.group ?? '' }}
      searchProps={{
        leftSection: <IconSearch size={18} />,
        placeholder: t('search.placeholder'),
        'aria-label': t('search.placeholder'),
      }}
    />
  );
}
