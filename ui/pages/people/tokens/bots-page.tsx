import { listBots } from 'cairn/client';
import { Bot } from 'lucide-react';
import { ReferenceChip } from '../../../entities/fields/chips.js';
import { useWords } from '../../../words/define-words.js';
import { tokensWords } from '../../../words/people/tokens.js';
import { NamedList } from '../parts/named-list.js';

export function BotsPage() {
  const t = useWords(tokensWords);
  return (
    <NamedList
      type="bot"
      title={t('bots')}
      about={t('botsText')}
      list={listBots}
      icon={Bot}
      empty={[t('noBots'), t('noBotsText')]}
      add={t('addBot')}
      addTo="/create-user/bot"
      columns={[
        {
          key: 'account',
          title: t('account'),
          width: 'minmax(0, 2fr)',
          wideOnly: true,
          cell: ({ botUser }) => (botUser ? <ReferenceChip reference={botUser} /> : null),
        },
      ]}
    />
  );
}
