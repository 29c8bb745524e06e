import { StateMark, type Tone } from '../../kit/state-mark.js';
import { useWords } from '../../words/define-words.js';
import { qualityWords } from '../../words/quality/quality.js';

const TONES: Readonly<Record<string, Tone>> = { Success: 'ok', Failed: 'fail', Aborted: 'warn', Queued: 'info' };

/** How a test ended. */
export function TestStatus({ status }: { status: string | undefined }) {
  const t = useWords(qualityWords);
  const known = ['Success', 'Failed', 'Aborted', 'Queued'].find((one) => one === status);
  return (
    <StateMark tone={TONES[known ?? ''] ?? 'idle'}>{t(`status.${(known ?? 'none') as 'Success' | 'none'}`)}</StateMark>
  );
}
