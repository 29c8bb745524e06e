import { Tabs } from '@mantine/core';
import { addressOf } from '../../data/addresses/addresses.js';
import { useNavigate, useSearchState } from '../../data/addresses/use-address.js';
import type { Right } from '../../data/rights.js';
import { part } from '../../kit/states/part.js';
import { Loading } from '../../kit/states/states.js';
import { useWords } from '../../words/define-words.js';
import { profileWords } from '../../words/entities/profile.js';
import type { EntityView } from '../entity-page.js';
import { nameOf } from '../fields/values.js';
import { AddTest } from './add-test.js';
import classes from './profile.module.css';

const TableProfile = part(() => import('./table-profile.js').then((m) => m.TableProfile), <Loading />);
const TestList = part(() => import('../quality/test-list.js').then((m) => m.TestList), <Loading />);
const IncidentList = part(() => import('../quality/incident-list.js').then((m) => m.IncidentList), <Loading />);
const ColumnProfiles = part(() => import('./column-profiles.js').then((m) => m.ColumnProfiles), <Loading />);

const VIEWS = ['table-profile', 'column-profile', 'data-quality', 'incidents'] as const;
const NEEDED: Readonly<Record<(typeof VIEWS)[number], Right>> = {
  'table-profile': 'ViewDataProfile',
  'column-profile': 'ViewDataProfile',
  'data-quality': 'ViewTests',
  incidents: 'ViewTests',
};

/** What is known of the data of a table: profiles, tests, incidents. */
export function ProfilerTab(view: EntityView) {
  const t = useWords(profileWords);
  const navigate = useNavigate();
  // Mails of earlier versions name the part so: `?activeTab=Data%20Quality`.
  const [named] = useSearchState('activeTab');
  const { entity, may, sub = named.toLowerCase().replaceAll(' ', '-') } = view;
  const shown = VIEWS.filter((one) => may(NEEDED[one]));
  const open = shown.find((one) => one === sub) ?? shown[0] ?? 'table-profile';
  const go = (to: string | null) =>
    to && void navigate(addressOf(view.type, entity.fullyQualifiedName, 'profiler', to), { preventScrollReset: true });
  return (
    <Tabs variant="pills" value={open} onChange={go} keepMounted={false}>
      <Tabs.List aria-label={t('views')} className={classes.views}>
        {shown.map((one) => (
          <Tabs.Tab key={one} value={one}>
            {t(`view.${one}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={open}>
        {open === 'table-profile' ? <TableProfile {...view} /> : null}
        {open === 'column-profile' ? <ColumnProfiles {...view} /> : null}
        {open === 'data-quality' ? (
          <TestList
            label={t('testsOf', { name: nameOf(entity) })}
            table={entity.fullyQualifiedName}
            action={<AddTest {...view} />}
          />
        ) : null}
        {open === 'incidents' ? (
          <IncidentList
            label={t('incidentsOf', { name: nameOf(entity) })}
            table={entity.fullyQualifiedName}
            allowed={may('EditTests')}
          />
        ) : null}
      </Tabs.Panel>
    </Tabs>
  );
}
