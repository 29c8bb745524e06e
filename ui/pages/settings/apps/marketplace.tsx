import { Button } from '@mantine/core';
import { createApp, listAppMarketplace, listApps } from 'cairn/client';
import type { App, AppMarketPlaceDefinition } from 'cairn/contract';
import { Download } from 'lucide-react';
import { cairn } from '../../../data/client.js';
import { useMay } from '../../../data/rights.js';
import { refresh, useOperation } from '../../../data/use-operation.js';
import { nameOf } from '../../../entities/fields/values.js';
import { Async } from '../../../kit/states/states.js';
import { useAction } from '../../../kit/states/use-action.js';
import { Markdown } from '../../../kit/texts/markdown.js';
import { useWords } from '../../../words/define-words.js';
import { systemWords } from '../../../words/settings/system.js';
import classes from '../settings.module.css';

/** Apps that are known and not installed. */
export function Marketplace({ installed }: { installed: readonly App[] }) {
  const t = useWords(systemWords);
  const answer = useOperation(listAppMarketplace, { query: { limit: 100 } });
  const names = new Set(installed.map(({ name }) => name));
  return (
    <section>
      <h2 className={classes.heading}>{t('marketplace')}</h2>
      <Async of={answer} small>
        {({ data }) => {
          const others = data.filter(({ name }) => !names.has(name));
          if (others.length === 0) return <p className={classes.soft}>{t('allInstalled')}</p>;
          return (
            <ul className={classes.list}>
              {others.map((definition) => (
                <Offer key={definition.name} definition={definition} />
              ))}
            </ul>
          );
        }}
      </Async>
    </section>
  );
}

function Offer({ definition }: { definition: AppMarketPlaceDefinition }) {
  const t = useWords(systemWords);
  const { busy, run } = useAction();
  const may = useMay('app', 'Create') !== 'no';
  const { name, description, developer } = definition;
  const title = nameOf(definition);
  async function install() {
    await cairn.call(createApp, { body: { name } });
    await refresh(listApps);
  }
  return (
    <li className={classes.item}>
      <div className={classes.head}>
        <strong>{title}</strong>
        {may ? (
          <Button
            size="xs"
            variant="default"
            loading={busy}
            aria-label={t('installApp', { name: title })}
            leftSection={<Download size={14} aria-hidden />}
            onClick={() => void run(install, { failed: t('notInstalled', { name: title }) })}
          >
            {t('install')}
          </Button>
        ) : null}
      </div>
      {description ? <Markdown text={description} /> : null}
      {developer ? <span className={classes.soft}>{t('developer', { name: developer })}</span> : null}
    </li>
  );
}
