import { SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { prefer, preferences } from '../../data/preferences.js';
import { useStore } from '../../data/use-store.js';
import { useWords } from '../../words/define-words.js';
import { settingsWords } from '../../words/settings/settings.js';
import { shellWords } from '../../words/shell.js';
import classes from './settings.module.css';

export function AppearancePage() {
  const t = useWords(settingsWords);
  const shell = useWords(shellWords);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { dense } = useStore(preferences);
  return (
    <>
      <h1>{t('appearance')}</h1>
      <div className={classes.field}>
        <span className={classes.label}>{t('theme')}</span>
        <SegmentedControl
          aria-label={t('theme')}
          value={colorScheme}
          onChange={(value) => setColorScheme(value as typeof colorScheme)}
          data={[
            { value: 'light', label: shell('light') },
            { value: 'dark', label: shell('dark') },
            { value: 'auto', label: shell('system') },
          ]}
        />
      </div>
      <div className={classes.field}>
        <span className={classes.label}>{t('density')}</span>
        <SegmentedControl
          aria-label={t('density')}
          value={dense ? 'dense' : 'comfortable'}
          onChange={(value) => prefer({ dense: value === 'dense' })}
          data={[
            { value: 'comfortable', label: t('comfortable') },
            { value: 'dense', label: t('dense') },
          ]}
        />
      </div>
    </>
  );
}
