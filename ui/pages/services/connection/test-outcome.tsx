import type { TestConnectionResult } from 'cairn/contract';
import { StateMark, type Tone } from '../../../kit/state-mark.js';
import { useWords } from '../../../words/define-words.js';
import { formatAgo, spaced } from '../../../words/format.js';
import { serviceWords } from '../../../words/services.js';
import classes from '../services.module.css';

const RESULTS: Readonly<Record<string, Tone>> = { Successful: 'ok', Failed: 'fail', Running: 'info' };

/** What a connection test found, step by step. */
export function TestOutcome({ result }: { result: TestConnectionResult | undefined }) {
  const t = useWords(serviceWords);
  const { status, lastUpdatedAt, steps = [] } = result ?? {};
  return (
    <>
      <div role="status">
        {status ? (
          <>
            <StateMark tone={RESULTS[status] ?? 'info'}>{t(`test.${status}`)}</StateMark>{' '}
            {lastUpdatedAt ? (
              <span className={classes.soft}>{t('testedAt', { ago: formatAgo(lastUpdatedAt) })}</span>
            ) : null}
          </>
        ) : (
          <span className={classes.soft}>{t('notTested')}</span>
        )}
      </div>
      {steps.length > 0 ? <Steps steps={steps} /> : null}
    </>
  );
}

const STEPS: Readonly<Record<string, Tone>> = { Passed: 'ok', Failed: 'fail', Warning: 'warn', Running: 'info' };

function Steps({ steps }: { steps: TestConnectionResult['steps'] }) {
  const t = useWords(serviceWords);
  return (
    <ul className={classes.steps} aria-label={t('steps')}>
      {steps.map(({ name, passed, message, errorLog, status = passed ? 'Passed' : 'Failed' }) => (
        <li key={name}>
          <StateMark tone={STEPS[status] ?? 'idle'}>{t(`step.${status}`)}</StateMark>
          <span>{spaced(name)}</span>
          {message ? <span className={classes.soft}>{message}</span> : null}
          {errorLog ? <span className={classes.cause}>{errorLog}</span> : null}
        </li>
      ))}
    </ul>
  );
}
