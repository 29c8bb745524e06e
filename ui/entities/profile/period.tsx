import { Select } from '@mantine/core';
import { useMemo } from 'react';
import { useSearchState } from '../../data/addresses/use-address.js';
import { useWords } from '../../words/define-words.js';
import { qualityWords } from '../../words/quality/quality.js';

const DAY = 86_400_000;
const HOUR = 3_600_000;
const DAYS = ['7', '30', '90', '365'];
const DEFAULT = '30';

/** The time that histories are shown for; in the address. */
export function usePeriod() {
  const [given, setDays] = useSearchState('days', DEFAULT);
  const days = DAYS.find((one) => one === given) ?? DEFAULT;
  // Whole hours, so that the question stays the same while the page is shown.
  const endTs = useMemo(() => Math.ceil(Date.now() / HOUR) * HOUR, []);
  return { days, setDays, startTs: endTs - Number(days) * DAY, endTs };
}

export function PeriodSelect({ days, setDays }: Pick<ReturnType<typeof usePeriod>, 'days' | 'setDays'>) {
  const t = useWords(qualityWords);
  return (
    <Select
      size="xs"
      w={132}
      aria-label={t('days')}
      allowDeselect={false}
      data={DAYS.map((value) => ({ value, label: t('lastDays', { count: Number(value) }) }))}
      value={days}
      onChange={(value) => setDays(value ?? DEFAULT)}
    />
  );
}
