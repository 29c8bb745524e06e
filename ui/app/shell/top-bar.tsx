import { ActionIcon } from '@mantine/core';
import { CircleHelp, Menu as MenuIcon } from 'lucide-react';
import { useMe } from '../../data/rights.js';
import { Hinted } from '../../kit/hint.js';
import { Initials } from '../../kit/initials.js';
import { part } from '../../kit/states/part.js';
import { useWords } from '../../words/define-words.js';
import { shellWords } from '../../words/shell.js';
import { SearchBox } from './search-box.js';
import classes from './shell.module.css';

// Menus are large, and nobody opens one while the page is still coming.
const AccountMenu = part(() => import('./account-menu.js').then((m) => m.AccountMenu), <MySign />);

export function TopBar({ openNavigation, openHelp }: { openNavigation(): void; openHelp(): void }) {
  const t = useWords(shellWords);
  return (
    <header className={classes.top}>
      <ActionIcon className={classes.burger} aria-label={t('openNavigation')} onClick={openNavigation}>
        <MenuIcon size={18} />
      </ActionIcon>
      <SearchBox />
      <div className={classes.grow} />
      <Hinted label={t('help')}>
        <ActionIcon aria-label={t('help')} onClick={openHelp}>
          <CircleHelp size={18} />
        </ActionIcon>
      </Hinted>
      <AccountMenu />
    </header>
  );
}

function MySign() {
  const me = useMe();
  return (
    <span className={classes.account}>
      <Initials name={me.displayName || me.name} size={28} />
    </span>
  );
}
