import { Modal, Switch } from '@mantine/core';
import { Fragment } from 'react';
import { prefer, preferences } from '../../data/preferences.js';
import { useStore } from '../../data/use-store.js';
import { useWords } from '../../words/define-words.js';
import { shellWords } from '../../words/shell.js';
import { navEntries } from '../page-routes.js';
import classes from './shell.module.css';

export function HelpDialog({ opened, close }: { opened: boolean; close(): void }) {
  const t = useWords(shellWords);
  const { singleKeys } = useStore(preferences);
  const keys: [string, string][] = [
    ['Ctrl K', t('helpPalette')],
    ['/', t('helpSearch')],
    ...navEntries().flatMap(({ key, title }): [string, string][] =>
      key ? [[`g ${key}`, t('helpGo', { page: title })]] : [],
    ),
    ['e o t d', t('helpEdit')],
    ['[ ]', t('helpTabs')],
    ['c', t('helpCopy')],
    ['j k Enter x', t('helpList')],
    ['Ctrl Z', t('helpUndo')],
    ['?', t('helpHelp')],
  ];
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={t('help')}
      closeOnClickOutside
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <dl className={classes.keys}>
        {keys.map(([combination, what]) => (
          <Fragment key={combination}>
            <dt>
              {combination.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </Fragment>
        ))}
      </dl>
      <Switch
        label={t('singleKeys')}
        checked={singleKeys}
        onChange={(event) => prefer({ singleKeys: event.currentTarget.checked })}
      />
    </Modal>
  );
}
