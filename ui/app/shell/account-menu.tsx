import { ActionIcon, Menu } from '@mantine/core';
import { BookOpen, KeyRound, LogOut, UserRound } from 'lucide-react';
import { useNavigate } from 'react-router';
import { addressOf } from '../../data/addresses/addresses.js';
import { useMe } from '../../data/rights.js';
import { signOut } from '../../data/session.js';
import { Initials } from '../../kit/initials.js';
import { Link } from '../../kit/link.js';
import { useWords } from '../../words/define-words.js';
import { shellWords } from '../../words/shell.js';
import { ThemeChoice } from './theme-choice.js';

/** The button with the user's initials and its menu: profile, tokens, API documentation, theme, sign-out. */
export function AccountMenu() {
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
        <ThemeChoice />
        <Menu.Divider />
        <Menu.Item leftSection={<LogOut size={16} />} onClick={() => void signOut().then(() => navigate('/signin'))}>
          {t('signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
