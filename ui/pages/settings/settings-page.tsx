import { Search } from 'lucide-react';
import { useState } from 'react';
import { useSegments } from '../../data/addresses/use-address.js';
import { useSettingEntries } from '../../data/setting-entries.js';
import { Link } from '../../kit/link.js';
import { Cards } from '../../kit/lists/cards.js';
import { FindField } from '../../kit/lists/find-field.js';
import { Empty } from '../../kit/states/states.js';
import { useWords } from '../../words/define-words.js';
import { settingAbouts } from '../../words/settings/setting-abouts.js';
import { settingsWords } from '../../words/settings/settings.js';
import classes from './settings.module.css';

const GROUPS = ['services', 'people', 'access', 'governance', 'notifications', 'preferences', 'applications'] as const;

/** Categories in addresses that differ from the name of the group. */
const CATEGORIES: Readonly<Record<string, (typeof GROUPS)[number]>> = { members: 'people' };

/** All settings that the user may see, or those of one category, with a field that filters them by their texts. */
export function SettingsPage() {
  const t = useWords(settingsWords);
  const [, category = ''] = useSegments();
  const only = GROUPS.find((group) => group === (CATEGORIES[category] ?? category));
  useWords(settingAbouts); // what the entries say, loaded with this page only
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const entries = useSettingEntries().flatMap(({ to, title, setting }) => {
    if (only && setting.group !== only) return [];
    const entry = { group: setting.group, title, about: setting.about(), to };
    const named = `${entry.title} ${entry.about}`.toLowerCase().includes(wanted);
    const fields = named ? [] : (setting.fields?.().split(', ') ?? []);
    const field = fields.find((one) => one.toLowerCase().includes(wanted));
    return named || field ? [{ ...entry, field }] : [];
  });
  return (
    <>
      <h1>{t('settings')}</h1>
      <FindField className={classes.find} label={t('find')} value={text} onChange={setText} />
      {only ? (
        <p>
          <Link to="/settings">{t('all')}</Link>
        </p>
      ) : null}
      {entries.length === 0 ? <Empty icon={Search} title={t('nothing', { text })} /> : null}
      {GROUPS.filter((group) => entries.some((entry) => entry.group === group)).map((group) => (
        <section key={group}>
          <h2 className={classes.heading}>{t(group)}</h2>
          <Cards
            cards={entries
              .filter((entry) => entry.group === group)
              .map(({ title, about, to, field }) => ({
                to,
                name: title,
                about,
                note: field ? t('hasField', { field }) : undefined,
              }))}
          />
        </section>
      ))}
    </>
  );
}
