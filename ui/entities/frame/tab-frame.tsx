import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { addressOf } from '../../data/addresses/addresses.js';
import { useNavigate } from '../../data/addresses/use-address.js';
import { useKeys } from '../../data/shortcuts.js';
import { useSideways } from '../../kit/use-sideways.js';
import { useWords } from '../../words/define-words.js';
import { entityWords } from '../../words/entities/entity.js';
import { formatNumber } from '../../words/format.js';
import type { EntityPage, EntityView, Tab } from '../entity-page.js';
import { DescriptionField } from '../fields/description-field.js';
import { nameOf } from '../fields/values.js';
import classes from './frame.module.css';
import { partOf } from './prepare-tab.js';
import { tabsOf } from './tabs-of.js';

interface Props {
  page: EntityPage;
  view: EntityView;
  tab: string | undefined;
  /** Its facts: between description and tabs, or beside both where there is room. */
  children: ReactNode;
}

/** The description and the tabs of an entity; which one is open is in the address. */
export function TabFrame({ page, view, tab, children }: Props) {
  const t = useWords(entityWords);
  const navigate = useNavigate();
  const { entity } = view;
  const tabs = tabsOf(page).filter(({ key, shown, onlyIfAsked }) =>
    onlyIfAsked ? key === tab : (shown?.(entity) ?? true),
  );
  const open = tabs.find(({ key }) => key === tab) ?? tabs[0];
  const at = open ? tabs.indexOf(open) : -1;
  const go = (to: Tab | undefined) => {
    if (!to) return;
    const isFirst = to === tabs[0];
    void navigate(addressOf(page.type, entity.fullyQualifiedName, ...(isFirst ? [] : [to.key])), {
      preventScrollReset: true,
    });
  };
  const line = useSideways<HTMLDivElement>(open?.key);
  useKeys({ '[': () => go(tabs[at - 1]), ']': () => go(tabs[at + 1]) });
  return (
    <>
      {at <= 0 ? (
        <div className={classes.text}>
          <DescriptionField view={view} />
        </div>
      ) : null}
      {children}
      {open ? (
        <Tabs
          className={classes.main}
          value={open.key}
          onChange={(key) => go(tabs.find((one) => one.key === key))}
          keepMounted={false}
        >
          <Tabs.List ref={line} aria-label={t('tabs', { name: nameOf(entity) })} className={classes.tabs}>
            {tabs.map(({ key, title, count }) => {
              const number = count?.(entity);
              return (
                <Tabs.Tab key={key} value={key}>
                  {title()}
                  {number === undefined ? null : <span className={classes.count}>{formatNumber(number)}</span>}
                </Tabs.Tab>
              );
            })}
          </Tabs.List>
          <Tabs.Panel value={open.key} className={classes.panel}>
            <TabPage key={entity.id} tab={open} view={view} />
          </Tabs.Panel>
        </Tabs>
      ) : null}
    </>
  );
}

function TabPage({ tab, view }: { tab: Tab; view: EntityView }) {
  const Page = partOf(tab);
  return <Page {...view} />;
}
