import { ActionIcon, Button, TagsInput, TextInput } from '@mantine/core';
import type { GlossaryTerm, TermReference } from 'cairn/contract';
import { Plus, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { editField } from '../../../data/editing/edit.js';
import type { Entity, EntityView } from '../../../entities/entity-page.js';
import cells from '../../../kit/lists/cells.module.css';
import { Panel } from '../../../kit/panel.js';
import { useWords } from '../../../words/define-words.js';
import { governWords } from '../../../words/govern.js';
import { People } from '../domains/domain-overview.js';
import classes from '../govern.module.css';
import { ApprovalNotice } from './approval-notice.js';
import { RelatedTerms } from './related-terms.js';

export type TermView = EntityView<GlossaryTerm & Entity>;

/** What a term means besides its description: other words for it, where it is defined, and what it is related to. */
export function TermOverview(given: EntityView) {
  const view = given as unknown as TermView; // the page is that of terms
  return (
    <div className={classes.stack}>
      <ApprovalNotice view={view} />
      <div className={classes.panels}>
        <Synonyms view={view} />
        <RelatedTerms view={view} />
        <References view={view} />
        <People view={given} field="reviewers" />
      </div>
    </div>
  );
}

export function ReviewersTab(view: EntityView) {
  return (
    <div className={classes.panels}>
      <People view={view} field="reviewers" />
    </div>
  );
}

function Synonyms({ view }: { view: TermView }) {
  const t = useWords(governWords);
  const synonyms = view.entity.synonyms ?? [];
  return (
    <Panel title={t('synonyms')}>
      {view.may('EditAll') ? (
        <TagsInput
          aria-label={t('synonyms')}
          placeholder={synonyms.length === 0 ? t('synonymsHint') : ''}
          value={synonyms}
          onChange={(next) => void editField(view.target, '/synonyms', next)}
        />
      ) : (
        <p className={classes.soft}>{synonyms.length === 0 ? t('noSynonyms') : synonyms.join(', ')}</p>
      )}
    </Panel>
  );
}

function References({ view }: { view: TermView }) {
  const t = useWords(governWords);
  const [adding, setAdding] = useState(false);
  const references = view.entity.references ?? [];
  const allowed = view.may('EditAll');
  const save = (next: readonly TermReference[]) => void editField(view.target, '/references', next);
  return (
    <Panel
      title={t('references')}
      action={
        allowed ? (
          <ActionIcon size={24} aria-label={t('addReference')} onClick={() => setAdding(!adding)}>
            <Plus size={16} aria-hidden />
          </ActionIcon>
        ) : undefined
      }
    >
      {references.length === 0 && !adding ? <p className={classes.soft}>{t('noRelated')}</p> : null}
      <ul className={classes.lines}>
        {references.map((reference) => (
          <li key={`${reference.name} ${reference.endpoint}`} className={classes.line}>
            <Reference of={reference} />
            {allowed ? (
              <ActionIcon
                size={24}
                aria-label={t('removeReference', { name: reference.name ?? reference.endpoint })}
                onClick={() => save(references.filter((one) => one !== reference))}
              >
                <X size={14} aria-hidden />
              </ActionIcon>
            ) : null}
          </li>
        ))}
      </ul>
      {adding ? (
        <AddReference
          add={(reference) => {
            setAdding(false);
            save([...references, reference]);
          }}
        />
      ) : null}
    </Panel>
  );
}

/** A link only where the address is one of the web. */
function Reference({ of: { name, endpoint = '' } }: { of: TermReference }) {
  if (!/^https?:/i.test(endpoint)) return <span>{name || endpoint}</span>;
  return (
    <a href={endpoint} rel="noreferrer noopener" className={cells.linked}>
      {name || endpoint}
    </a>
  );
}

function AddReference({ add }: { add(reference: TermReference): void }) {
  const t = useWords(governWords);
  const [name, setName] = useState('');
  const [endpoint, setEndpoint] = useState('');
  function submit(event: FormEvent) {
    event.preventDefault();
    if (name.trim() !== '' && endpoint.trim() !== '') add({ name: name.trim(), endpoint: endpoint.trim() });
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <TextInput size="xs" label={t('name')} required value={name} onChange={(e) => setName(e.currentTarget.value)} />
      <TextInput
        size="xs"
        type="url"
        label={t('endpoint')}
        required
        value={endpoint}
        onChange={(e) => setEndpoint(e.currentTarget.value)}
      />
      <div className={classes.actions}>
        <Button size="xs" type="submit">
          {t('save')}
        </Button>
      </div>
    </form>
  );
}
