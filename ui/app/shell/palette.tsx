import { useMantineColorScheme } from '@mantine/core';
import { Spotlight, spotlight } from '@mantine/spotlight';
import '@mantine/spotlight/styles.layer.css';
import { CircleHelp, LogOut, Pencil, Search, Settings, SunMoon } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { addressOf } from '../../data/addresses/addresses.js';
import { preferences } from '../../data/preferences.js';
import { useMayAny } from '../../data/rights.js';
import { useTypeAhead } from '../../data/search.js';
import { useSettingEntries } from '../../data/setting-entries.js';
import { hasShortcut, runShortcut } from '../../data/shortcuts.js';
import { useStore } from '../../data/use-store.js';
import { TypeIcon } from '../../entities/type-icon.js';
import { type Listed, useEnter } from '../../kit/use-enter.js';
import { useFocusAtOnce } from '../../kit/use-focus-at-once.js';
import { useWords } from '../../words/define-words.js';
import { shellWords } from '../../words/shell.js';
import { navEntries } from '../page-routes.js';

interface Action {
  key: string;
  label: string;
  description?: string;
  icon: ReactNode;
  run(): void;
}

/** Actions of the page that is open, by the key that does the same. */
const ON_PAGE = [
  ['e', 'actDescription'],
  ['o', 'actOwners'],
  ['t', 'actTags'],
  ['d', 'actDomain'],
  ['c', 'actCopy'],
] as const;

/** Milliseconds until the palette is gone and has given the focus back. */
const CLOSING = 250;

/** Ctrl+K: what was opened last, pages, actions, and everything that a search finds. */
export function Palette({ openHelp }: { openHelp(): void }) {
  const t = useWords(shellWords);
  const navigate = useNavigate();
  const may = useMayAny();
  const { recent } = useStore(preferences);
  const { setColorScheme } = useMantineColorScheme();
  const [text, setText] = useState('');
  const { hits, isCurrent } = useTypeAhead(text);
  useEffect(() => spotlight.open(), []); // it is loaded when somebody first wants it
  const fits = ({ label }: Action) => label.toLowerCase().includes(text.trim().toLowerCase());
  const go = (to: string) => () => void navigate(to);

  const found = (text.trim() === '' ? recent : hits).map(({ type, fqn, name }) => ({
    key: `${type} ${fqn}`,
    label: name,
    description: fqn,
    icon: <TypeIcon type={type} />,
    run: go(addressOf(type, fqn)),
  }));
  const pages = navEntries()
    .filter(({ needs }) => !needs || may(...needs) !== 'no')
    .map(({ to, title, icon: Icon }) => ({ key: to, label: title, icon: <Icon size={16} />, run: go(to) }))
    .filter(fits);
  const settings = useSettingEntries()
    .map(({ to, title }) => ({ key: to, label: title, icon: <Settings size={16} />, run: go(to) }))
    .filter(fits);
  const isDark = document.documentElement.dataset.mantineColorScheme === 'dark';
  const actions = [
    ...ON_PAGE.filter(([key]) => hasShortcut(key)).map(([key, word]) => ({
      key,
      label: t(word),
      icon: <Pencil size={16} />,
      run: () => void setTimeout(() => runShortcut(key), CLOSING),
    })),
    {
      key: 'theme',
      label: `${t('theme')}: ${isDark ? t('light') : t('dark')}`,
      icon: <SunMoon size={16} />,
      run: () => setColorScheme(isDark ? 'light' : 'dark'),
    },
    { key: 'help', label: t('help'), icon: <CircleHelp size={16} />, run: openHelp },
    { key: 'out', label: t('signOut'), icon: <LogOut size={16} />, run: go('/logout') },
  ].filter(fits);
  const everywhere = {
    key: 'search',
    label: t('searchAll', { text: text.trim() }),
    icon: <Search size={16} />,
    run: go(`/explore?search=${encodeURIComponent(text.trim())}`),
  };

  const groups =
    text.trim() === ''
      ? ([
          ['recent', found],
          ['pages', pages],
          ['actions', actions],
        ] as const)
      : ([
          ['pages', [...pages, ...settings]],
          ['actions', actions],
          ['assets', [...found, everywhere]],
        ] as const);
  useFirstSelected(groups.flatMap(([, some]) => some.map(({ key }) => key)).join(' '));

  return (
    <Spotlight.Root
      query={text}
      onQueryChange={setText}
      shortcut="mod + K"
      scrollable
      maxHeight={420}
      radius="lg"
      overlayProps={{ backgroundOpacity: 0.5, blur: 7 }}
    >
      <Field
        text={text}
        isCurrent={isCurrent || pages.length + settings.length + actions.length > 0}
        take={() => document.querySelector<HTMLElement>('[data-action]')?.click()}
      />
      <Spotlight.ActionsList>
        {groups.map(([name, some]) => (
          <Actions key={name} label={t(name)} actions={some} />
        ))}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

function Field(listed: Listed) {
  const t = useWords(shellWords);
  const field = useFocusAtOnce();
  const enter = useEnter(listed);
  return (
    <Spotlight.Search
      ref={field}
      placeholder={t('palette')}
      aria-label={t('paletteLabel')}
      leftSection={<Search size={16} />}
      {...enter}
    />
  );
}

/** Spotlight selects the first action when somebody types, before what fits the text is drawn or found. */
function useFirstSelected(shown: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever other actions are shown
  useEffect(() => {
    const [first, ...others] = document.querySelectorAll('[data-action]');
    for (const one of others) one.removeAttribute('data-selected');
    first?.setAttribute('data-selected', 'true');
  }, [shown]);
}

function Actions({ label, actions }: { label: string; actions: readonly Action[] }) {
  if (actions.length === 0) return null;
  return (
    <Spotlight.ActionsGroup label={label}>
      {actions.map(({ key, label: text, description, icon, run }) => (
        <Spotlight.Action key={key} label={text} description={description} leftSection={icon} onClick={run} />
      ))}
    </Spotlight.ActionsGroup>
  );
}
