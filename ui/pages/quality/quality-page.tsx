import { Button, Tabs } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useNavigate, useSegments } from '../../data/addresses/use-address.js';
import { useMayAny } from '../../data/rights.js';
import { useKeys } from '../../data/shortcuts.js';
import { TestList } from '../../entities/quality/test-list.js';
import { Link } from '../../kit/link.js';
import { PageHead } from '../../kit/page-head.js';
import { part } from '../../kit/states/part.js';
import { Loading } from '../../kit/states/states.js';
import { useWords } from '../../words/define-words.js';
import { qualityWords } from '../../words/quality/quality.js';
import { Overview } from './overview.js';
import classes from './quality-page.module.css';

const SuiteList = part(() => import('./suite-list.js').then((m) => m.SuiteList), <Loading />);

const TABS = ['dashboard', 'test-cases', 'test-suites'] as const;
const TITLES = { dashboard: 'dashboard', 'test-cases': 'tests', 'test-suites': 'suites' } as const;

/** What tests say of the data: as a whole, test by test, suite by suite. */
export function QualityPage() {
  const t = useWords(qualityWords);
  const navigate = useNavigate();
  const [, word] = useSegments();
  const tab = TABS.find((one) => one === word) ?? 'dashboard';
  const go = (to: string | null | undefined) => to && void navigate(`/data-quality/${to}`);
  const at = TABS.indexOf(tab);
  useKeys({ '[': () => go(TABS[at - 1]), ']': () => go(TABS[at + 1]) });
  const may = useMayAny();
  return (
    <>
      <PageHead
        title={t('title')}
        about={t('about')}
        action={
          may('testCase', 'Create') !== 'no' || may('table', 'CreateTests') !== 'no' ? (
            <Button
              component={Link}
              to="/data-quality/add-test"
              size="xs"
              className={classes.primary}
              leftSection={<Plus size={14} aria-hidden />}
            >
              {t('addTest')}
            </Button>
          ) : null
        }
      />
      <Tabs value={tab} onChange={go} keepMounted={false}>
        <Tabs.List aria-label={t('views')} className={classes.tabs}>
          {TABS.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t(TITLES[one])}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab}>
          {tab === 'dashboard' ? <Overview /> : null}
          {tab === 'test-cases' ? <TestList label={t('testCases')} /> : null}
          {tab === 'test-suites' ? <SuiteList /> : null}
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
