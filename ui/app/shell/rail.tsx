import { ActionIcon } from '@mantine/core';
import { ChevronsLeft, ChevronsRight } from 'lucide-react';
import { useEffect } from 'react';
import { NavLink, useLocation } from 'react-router';
import type { Section } from '../../data/page-route.js';
import { prefer, preferences } from '../../data/preferences.js';
import { useMayAny } from '../../data/rights.js';
import { useStore } from '../../data/use-store.js';
import { Hinted } from '../../kit/hint.js';
import { Link } from '../../kit/link.js';
import { Mark } from '../../kit/mark.js';
import { useWords } from '../../words/define-words.js';
import { shellWords } from '../../words/shell.js';
import { type NavEntry, navEntries } from '../page-routes.js';
import classes from './shell.module.css';

interface Props {
  /** On narrow screens, where the rail lies over the page. */
  opened: boolean;
  close(): void;
}

/** What the person may view, in three groups. */
export function Rail({ opened, close }: Props) {
  const t = useWords(shellWords);
  const { wideRail } = useStore(preferences);
  const may = useMayAny();
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of page closes it
  useEffect(close, [pathname]);
  const narrow = !wideRail && !opened;
  const entries = navEntries().filter(({ needs }) => !needs || may(...needs) !== 'no');
  const label = wideRail ? t('narrowRail') : t('widenRail');
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape and the links close it, too */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
      <div className={classes.backdrop} data-opened={opened || undefined} onClick={close} />
      <nav
        className={classes.rail}
        data-narrow={narrow || undefined}
        data-opened={opened || undefined}
        aria-label={t('navigation')}
        onKeyDown={(event) => event.key === 'Escape' && close()}
      >
        <Link to="/my-data" className={classes.brand} aria-label={t('product')}>
          <Mark />
          {narrow ? null : t('product')}
        </Link>
        <Group entries={entries} section="top" narrow={narrow} />
        <Group entries={entries} section="govern" narrow={narrow} heading={t('govern')} />
        <Group entries={entries} section="observe" narrow={narrow} heading={t('observe')} />
        <div className={classes.grow} />
        <Hinted label={label} position="right">
          <ActionIcon aria-label={label} onClick={() => prefer({ wideRail: !wideRail })}>
            {wideRail ? <ChevronsLeft size={16} /> : <ChevronsRight size={16} />}
          </ActionIcon>
        </Hinted>
      </nav>
    </>
  );
}

interface GroupProps {
  entries: readonly NavEntry[];
  section: Section;
  narrow: boolean;
  heading?: string;
}

function Group({ entries, section, narrow, heading }: GroupProps) {
  const own = entries.filter((entry) => entry.section === section);
  if (own.length === 0) return null;
  return (
    <>
      {heading && !narrow ? <div className={classes.heading}>{heading}</div> : null}
      <ul className={classes.group} aria-label={heading}>
        {own.map(({ to, title, icon: Icon }) => (
          <li key={to}>
            {narrow ? (
              <Hinted label={title} position="right">
                <NavLink to={to} className={classes.entry} aria-label={title}>
                  <Icon size={16} aria-hidden />
                </NavLink>
              </Hinted>
            ) : (
              <NavLink to={to} className={classes.entry}>
                <Icon size={16} aria-hidden />
                {title}
              </NavLink>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
