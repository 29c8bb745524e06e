import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { BookOpen, CircleHelp, KeyRound, LogOut, Menu as MenuIcon, UserRound } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router';
import { addressOf } from '../../data/addresses.js';
import { useMe } from '../../data/rights.js';
import { signOut } from '../../data/session.js';
import { Initials } from '../../kit/initials.js';
import { Link } from '../../kit/link.js';
import { useWords } from '../../words/define-words.js';
import { shellWords } from '../../words/shell.js';
import { SearchBox } from './search-box.js';
import classes from './shell.module.css';

// Shown in a menu only.
const ThemeChoice = lazy(() => import('./theme-choice.js').then((m) => ({ default: m.ThemeChoice })));

export function TopBar({ openNavigation, openHelp }: { openNavigation(): void; openHelp(): void }) {
  const t = useWords(shellWords);
  return (
    <header className={classes.top}>
      <ActionIcon className={classes.burger} aria-label={t('openNavigation')} onClick={openNavigation}>
        <MenuIcon size={18} />
      </ActionIcon>
      <SearchBox />
      <div className={classes.grow} />
      <Tooltip label={t('help')}>
        <ActionIcon aria-label={t('help')} onClick={openHelp}>
          <CircleHelp size={18} />
        </ActionIcon>
      </Tooltip>
      <AccountMenu />
    </header>
  );
}

function AccountMenu() {
  const t = useWords(shellWords);
  const me = useMe();
  const navigate = useNavigate();
  const name = me.displayName || me.name;
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon size={32} radius="xl" aria-label={t('account', { name })}>
          <Initials name={name} size={28} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{name}</Menu.Label>
        <Menu.Item leftSection={<UserRound size={16} />} component={Link} to={addressOf('user', me.name)}>
          {t('profile')}
        </Menu.Item>
        <Menu.Item
          leftSection={<KeyRound size={16} />}
          component={Link}
          to={addressOf('user', me.name, 'access-token')}
        >
          {t('myTokens')}
        </Menu.Item>
        <Menu.Item leftSection={<BookOpen size={16} />} component="a" href="/docs">
          {t('apiDocs')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{t('theme')}</Menu.Label>
        <Suspense fallback={<div className={classes.themes} />}>
          <ThemeChoice />
        </Suspense>
        <Menu.Divider />
        <Menu.Item leftSection={<LogOut size={16} />} onClick={() => void signOut().then(() => navigate('/signin'))}>
          {t('signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
