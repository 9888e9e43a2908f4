import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight, useSpotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { withTexts } from '../../lib/i18n/texts-on-demand.ts';
import { useMe } from '../../lib/signed-in/use-me.ts';
import { FeaturesContext } from '../feature.ts';
import type { SearchGroup, SearchHit } from '../feature-search.ts';
import { useNavigation } from './navigation.ts';
import { searchStore } from './open-search.ts';
import classes from './search.module.css';
import './texts.ts';

const TYPING_PAUSE_MS = 200;
/** A single letter matches nearly everything. */
const MIN_LETTERS = 2;
const MAX_LETTERS = 200;

/** Go to a page by name; find the workspace's data and act on it. */
export default function Search() {
  const { t } = useTranslation('frame');
  const navigate = useNavigate();
  const { query: text } = useSpotlight(searchStore);
  const pages = usePageHits(text);
  const things = useServerHits(text);
  const groups = [...pages, ...(things.data ?? [])].filter(({ found }) => found.length > 0);
  const message = things.error
    ? t('search.failed', { reason: things.error.message })
    : t(things.isFetching ? 'search.searching' : 'search.nothing');
  return (
    <Spotlight.Root
      store={searchStore}
      shortcut={null}
      centered={false}
      yOffset="12vh"
      scrollable
      maxHeight="min(70vh, 480px)"
      overlayProps={{ backgroundOpacity: 0.4, blur: 0 }}
      transitionProps={{ duration: 120 }}
      title={t('search.open')}
      classNames={{ search: classes.search ?? '', actionsGroup: classes.group ?? '', header: classes.name ?? '' }}
    >
      <Spotlight.Search
        leftSection={<IconSearch size={18} />}
        placeholder={t('search.placeholder')}
        aria-label={t('search.placeholder')}
        maxLength={MAX_LETTERS}
      />
      <Spotlight.ActionsList>
        {groups.map((group) => (
          <Spotlight.ActionsGroup key={group.name} label={group.name}>
            {group.found.map((hit) => (
              <Spotlight.Action
                key={hit.id}
                label={hit.label}
                {...(hit.description === undefined ? {} : { description: hit.description })}
                leftSection={<hit.icon size={20} stroke={1.6} />}
                dir="auto"
                onClick={() => hit.run(navigate)}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {(groups.length === 0 || things.error) && <Spotlight.Empty role="status">{message}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

/** Pages of the navigation whose name contains the text. */
function usePageHits(text: string): SearchGroup[] {
  const { t } = useTranslation(['frame', 'page']);
  const query = text.trim().toLocaleLowerCase();
  return useNavigation(useMe().role).map((group) => ({
    name: t(`group.${group.name}`),
    found: group.pages
      .map(
        (page): SearchHit => ({
          id: page.path,
          label: t(`page:${page.path}`),
          icon: page.icon,
          run: (navigate) => void navigate({ to: page.path }),
        }),
      )
      .filter(({ label }) => label.toLocaleLowerCase().includes(query)),
  }));
}

/** What the features find on the server. */
function useServerHits(text: string) {
  const features = useContext(FeaturesContext);
  const { role } = useMe();
  const [query] = useDebouncedValue(text.trim(), TYPING_PAUSE_MS);
  const isLongEnough = query.length >= MIN_LETTERS;
  return useQuery<SearchGroup[]>({
    queryKey: ['search', query],
    queryFn: async ({ signal }) => {
      const searches = await Promise.all(
        features.flatMap(({ search, isSearchForAdmins }) =>
          search && (role === 'admin' || !isSearchForAdmins) ? [withTexts(search())] : [],
        ),
      );
      return (await Promise.all(searches.map((find) => find(query, signal)))).flat();
    },
    enabled: isLongEnough,
    // Keep the previous hits until those for the longer word arrive.
    placeholderData: (before) => (isLongEnough ? before : undefined),
    gcTime: 0,
    staleTime: 0,
  });
}
