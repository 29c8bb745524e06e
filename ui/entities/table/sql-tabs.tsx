import type { Table } from 'cairn/contract';
import { Panel } from '../../kit/panel.js';
import { useWords } from '../../words/define-words.js';
import { tableWords } from '../../words/entities/table.js';
import type { EntityView } from '../entity-page.js';
import classes from './columns.module.css';

export function ViewTab({ entity }: EntityView) {
  return <Sql text={String(entity.schemaDefinition ?? '')} />;
}

export function DbtTab({ entity }: EntityView) {
  const t = useWords(tableWords);
  const { dataModel } = entity as unknown as Table;
  if (!dataModel) return null;
  return (
    <div className={classes.queries}>
      {dataModel.path ? (
        <p>
          {t('dbtPath')}: <code>{dataModel.path}</code>
        </p>
      ) : null}
      {dataModel.rawSql ? (
        <Panel title={t('dbtSource')}>
          <Sql text={dataModel.rawSql} />
        </Panel>
      ) : null}
      {dataModel.sql ? (
        <Panel title={t('dbtSql')}>
          <Sql text={dataModel.sql} />
        </Panel>
      ) : null}
    </div>
  );
}

function Sql({ text }: { text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the focus allows scrolling by keyboard
    <pre className={classes.sql} tabIndex={0}>
      <code>{text}</code>
    </pre>
  );
}
