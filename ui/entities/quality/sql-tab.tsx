import type { TestCase } from 'cairn/client';
import { FileText } from 'lucide-react';
import { Panel } from '../../kit/panel.js';
import { Empty } from '../../kit/states/states.js';
import { useWords } from '../../words/define-words.js';
import { qualityWords } from '../../words/quality/quality.js';
import type { EntityView } from '../entity-page.js';
import classes from './quality.module.css';

/** The queries of a test: what it runs, and what finds the rows that failed. */
export function SqlTab({ entity }: EntityView) {
  const t = useWords(qualityWords);
  const { inspectionQuery, parameterValues = [] } = entity as unknown as TestCase;
  const expression = parameterValues.find(({ name }) => name === 'sqlExpression')?.value;
  if (!inspectionQuery && !expression)
    return (
      <Empty icon={FileText} title={t('noQuery')}>
        {t('noQueryText')}
      </Empty>
    );
  return (
    <div className={classes.stack}>
      {expression ? (
        <Panel title={t('expression')}>
          <pre className={classes.sql}>{expression}</pre>
        </Panel>
      ) : null}
      {inspectionQuery ? (
        <Panel title={t('inspection')}>
          <pre className={classes.sql}>{inspectionQuery}</pre>
        </Panel>
      ) : null}
    </div>
  );
}
