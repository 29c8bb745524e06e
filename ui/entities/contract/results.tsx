import { Button } from '@mantine/core';
import { listDataContractResults } from 'cairn/client';
import type { DataContractResult } from 'cairn/contract';
import { useState } from 'react';
import { useOperation } from '../../data/use-operation.js';
import { Panel } from '../../kit/panel.js';
import { StateMark, type Tone } from '../../kit/state-mark.js';
import { Async } from '../../kit/states/states.js';
import { useWords } from '../../words/define-words.js';
import { contractWords } from '../../words/entities/contract.js';
import { formatTime } from '../../words/format.js';
import classes from './contract.module.css';

type Status = DataContractResult['contractExecutionStatus'];

const TONES: Readonly<Record<Status, Tone>> = {
  Success: 'ok',
  Failed: 'fail',
  PartialSuccess: 'warn',
  Aborted: 'warn',
  Queued: 'info',
  Running: 'info',
};
const PAGE = 10;

/** Whether the promises were kept. */
export function ResultMark({ status }: { status: Status }) {
  const t = useWords(contractWords);
  return <StateMark tone={TONES[status]}>{t(`result.${status}`)}</StateMark>;
}

/** The results of a contract, the newest first. */
export function Results({ id }: { id: string }) {
  const t = useWords(contractWords);
  const [limit, setLimit] = useState(PAGE);
  const answer = useOperation(listDataContractResults, { params: { id }, query: { limit } }, { keepPrevious: true });
  return (
    <Panel title={t('results')}>
      <Async of={answer} small>
        {({ data, paging }) =>
          data.length === 0 ? (
            <p className={classes.soft}>{t('noResults')}</p>
          ) : (
            <>
              <ul className={classes.results}>
                {data.map((result) => (
                  <Result key={result.id ?? result.timestamp} result={result} />
                ))}
              </ul>
              {paging.total > data.length ? (
                <Button variant="default" size="xs" onClick={() => setLimit(limit + PAGE)}>
                  {t('moreResults')}
                </Button>
              ) : null}
            </>
          )
        }
      </Async>
    </Panel>
  );
}

function Result({ result: found }: { result: DataContractResult }) {
  const t = useWords(contractWords);
  const { contractExecutionStatus, timestamp, result, schemaValidation, semanticsValidation, qualityValidation } =
    found;
  const parts = [
    ['part.schema', schemaValidation],
    ['part.semantics', semanticsValidation],
    ['part.quality', qualityValidation],
  ] as const;
  return (
    <li>
      <ResultMark status={contractExecutionStatus} />
      <time className={classes.soft}>{formatTime(timestamp)}</time>
      <div className={classes.found}>
        <p>{result}</p>
        <p className={classes.soft}>
          {parts
            .flatMap(([word, part]) => (part?.total ? [t(word, { passed: part.passed ?? 0, total: part.total })] : []))
            .join(' · ')}
        </p>
        {semanticsValidation?.failedRules?.map(({ ruleName = '', reason = '' }) => (
          <p key={ruleName}>{reason === '' ? ruleName : t('ruleBroken', { rule: ruleName, reason })}</p>
        ))}
      </div>
    </li>
  );
}
