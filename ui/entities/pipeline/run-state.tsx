import { StateMark, type Tone } from '../../kit/state-mark.js';
import { useWords } from '../../words/define-words.js';
import { runWords } from '../../words/entities/runs.js';
import { formatAgo } from '../../words/format.js';

const TONES = {
  Successful: 'ok',
  Failed: 'fail',
  Pending: 'warn',
  Skipped: 'idle',
  Running: 'info',
} as const satisfies Readonly<Record<string, Tone>>;
type State = keyof typeof TONES;

/** How a run, or a task of it, ended. */
export function RunState({ state }: { state: string | null | undefined }) {
  const t = useWords(runWords);
  const known = Object.keys(TONES).find((one): one is State => one === state);
  return <StateMark tone={known ? TONES[known] : 'idle'}>{t(`state.${known ?? 'none'}`)}</StateMark>;
}

/** The latest run as a fact of its pipeline. */
export function LastRun({ executionStatus, timestamp }: { executionStatus: string; timestamp: number }) {
  return (
    <>
      <RunState state={executionStatus} /> {formatAgo(timestamp)}
    </>
  );
}
