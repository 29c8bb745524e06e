import { useMantineColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight, spotlight } from '@mantine/spotlight';
import '@mantine/spotlight/styles.layer.css';
import { CircleHelp, LogOut, Pencil, Search, Settings, SunMoon } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { addressOf } from '../../data/addresses.js';
import { preferences } from '../../data/preferences.js';
import { useMayAny, useMe } from '../../data/rights.js';
import { useTypeAhead } from '../../data/search.js';
import { settingRoutes } from '../../data/setting-entries.js';
import { hasShortcut, runShortcut } from '../../data/shortcuts.js';
import { useStore } from '../../data/use-store.js';
import { TypeIcon } from '../../entities/type-icon.js';
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
  const [asked] = useDebouncedValue(text, 120);
  const { hits } = useTypeAhead(asked);
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
  const settings = useSettingActions(go).filter(fits);
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

  return (
    <Spotlight.Root query={text} onQueryChange={setText} shortcut="mod + K" scrollable maxHeight={420} radius="lg">
      <Spotlight.Search placeholder={t('palette')} aria-label={t('paletteLabel')} leftSection={<Search size={16} />} />
      <Spotlight.ActionsList>
        {text.trim() === '' ? <Actions label={t('recent')} actions={found} /> : null}
        <Actions label={t('pages')} actions={text.trim() === '' ? pages : [...pages, ...settings]} />
        <Actions label={t('actions')} actions={actions} />
        {text.trim() === '' ? null : <Actions label={t('assets')} actions={[...found, everywhere]} />}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

/** The settings that the person may see. */
function useSettingActions(go: (to: string) => () => void): Action[] {
  const may = useMayAny();
  const { isAdmin = false } = useMe();
  return useStore(settingRoutes).flatMap(({ path, title, setting }) => {
    if (!setting || (setting.adminOnly && !isAdmin)) return [];
    if (setting.needs && may(...setting.needs) === 'no') return [];
    const to = setting.to ?? `/${path.replace(/\/?[:*].*$/, '')}`;
    return [{ key: to, label: title?.() ?? path, icon: <Settings size={16} />, run: go(to) }];
  });
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
