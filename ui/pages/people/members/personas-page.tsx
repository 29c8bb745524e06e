import { createPersona, listPersonas } from 'cairn/client';
import { UserRound } from 'lucide-react';
import { cairn } from '../../../data/client.js';
import { useWords } from '../../../words/define-words.js';
import { peopleWords } from '../../../words/people/people.js';
import { settingAbouts } from '../../../words/settings/setting-abouts.js';
import { NamedList } from '../parts/named-list.js';

export function PersonasPage() {
  const t = useWords(peopleWords);
  const abouts = useWords(settingAbouts);
  return (
    <NamedList
      type="persona"
      title={t('personas')}
      about={abouts('personas')}
      list={listPersonas}
      icon={UserRound}
      empty={[t('noPersonas'), t('noPersonasText')]}
      add={t('addPersona')}
      create={async (body) => {
        const made = await cairn.call(createPersona, { body });
        return made.fullyQualifiedName ?? made.name;
      }}
    />
  );
}
