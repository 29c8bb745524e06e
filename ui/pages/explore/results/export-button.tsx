import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { exportSearchResults } from 'cairn/client';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { cairn } from '../../../data/client.js';
import { saveFile } from '../../../data/save-file.js';
import { sentenceOf } from '../../../kit/states/sentence.js';
import { useWords } from '../../../words/define-words.js';
import { exploreWords } from '../../../words/explore.js';
import { askOf, type Explored } from '../use-explore.js';

/** Saves all hits as a file, not only those of the page. */
export function ExportButton({ explored }: { explored: Explored }) {
  const t = useWords(exploreWords);
  const [busy, setBusy] = useState(false);
  async function run() {
    setBusy(true);
    try {
      const { sort, ascending } = explored;
      const order = sort === '_score' ? {} : ({ sort_field: sort, sort_order: ascending ? 'asc' : 'desc' } as const);
      const csv = await cairn.call(exportSearchResults, { query: { ...askOf(explored), ...order } });
      saveFile('search.csv', csv, 'text/csv');
      notifications.show({ message: t('exported') });
    } catch (error) {
      notifications.show({
        title: t('exportFailed'),
        message: sentenceOf(error),
        color: 'red',
      });
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button
      variant="default"
      size="xs"
      loading={busy}
      leftSection={<Download size={14} aria-hidden />}
      onClick={() => void run()}
    >
      {t('export')}
    </Button>
  );
}
