// The page of every type: header, tabs, facts. What differs is in `types/`.
import { Alert, Button } from '@mantine/core';
import { Trash2 } from 'lucide-react';
import { useEffect } from 'react';
import { useSegments } from '../../data/addresses/use-address.js';
import { cairn } from '../../data/client.js';
import { noteRecent } from '../../data/preferences.js';
import { type Right, useRights } from '../../data/rights.js';
import { keyOf, refresh, useOperation } from '../../data/use-operation.js';
import { part } from '../../kit/states/part.js';
import { Failed, Loading } from '../../kit/states/states.js';
import { useAction } from '../../kit/states/use-action.js';
import { useWords } from '../../words/define-words.js';
import { entityWords } from '../../words/entities/entity.js';
import { shellWords } from '../../words/shell.js';
import { entityOperations } from '../entity-operations.js';
import type { Entity, EntityPage, EntityView } from '../entity-page.js';
import { nameOf } from '../fields/values.js';
import { Facts } from './facts.js';
import classes from './frame.module.css';
import { Header } from './header.js';
import { NewsBar } from './news-bar.js';
import { prepareTab } from './prepare-tab.js';
import { entityAddress, questionOf } from './question.js';
import { TabFrame } from './tab-frame.js';
import { useChanges } from './use-changes.js';

// Few look at old versions, and comparing texts is a library of its own.
const VersionPage = part(() => import('./versions/version-page.js').then((m) => m.VersionPage), <Loading />);
const AnnouncementBar = part(() => import('../announcements/announcement-bar.js').then((m) => m.AnnouncementBar));

export function EntityFrame({ page }: { page: EntityPage }) {
  const { fqn, tab, sub, version } = entityAddress(page, useSegments());
  const operations = entityOperations(page.path);
  const input = questionOf(page, fqn);
  const answer = useOperation(operations.get, input, { still: true });
  const entity = answer.data?.value;
  const changes = useChanges(operations.get, input, answer.data);
  const rights = useRights(page.type, entity?.id);
  const may = (right: Right) => !changes.isLocked && rights(right);
  const isMissing = entity === undefined && version === undefined;
  useEffect(() => {
    if (isMissing) prepareTab(page, tab, fqn);
  }, [isMissing, page, tab, fqn]);
  useNote(page, entity);
  if (!entity)
    return answer.error ? <Failed error={answer.error} retry={answer.refetch} /> : <Loading rows={10} height={28} />;
  const view: EntityView = {
    type: page.type,
    entity,
    may,
    sub,
    target: {
      id: entity.id,
      patch: operations.patch,
      key: keyOf(operations.get, input),
      label: nameOf(entity),
    },
  };
  return (
    <>
      <article key={entity.id} className={classes.page} data-deleted={entity.deleted || undefined}>
        <Header page={page} view={view} version={version} />
        {entity.deleted ? <Deleted page={page} view={view} /> : null}
        {page.lacks?.includes('tags') ? null : <AnnouncementBar view={view} />}
        {version === undefined ? (
          <div className={classes.columns}>
            <TabFrame page={page} view={view} tab={tab}>
              <Facts page={page} view={view} />
            </TabFrame>
          </div>
        ) : (
          <VersionPage page={page} view={view} version={version} />
        )}
      </article>
      <NewsBar entity={entity} changes={changes} />
    </>
  );
}

/** Title of the window, and the list of what was opened last. */
function useNote(page: EntityPage, entity: Entity | undefined): void {
  const t = useWords(shellWords);
  const [name, fqn] = entity ? [nameOf(entity), entity.fullyQualifiedName] : [];
  useEffect(() => {
    if (name === undefined || fqn === undefined) return;
    document.title = `${name} · ${t('product')}`;
    noteRecent({ type: page.type, fqn, name });
  }, [page, name, fqn, t]);
}

function Deleted({ page, view: { entity, may } }: { page: EntityPage; view: EntityView }) {
  const t = useWords(entityWords);
  const { busy, run } = useAction();
  const operations = entityOperations(page.path);
  async function restore() {
    await cairn.call(operations.restore, { body: { id: entity.id } });
    await refresh(operations.get);
  }
  return (
    <Alert color="gray" icon={<Trash2 size={16} />} title={t('deleted')}>
      {may('EditAll') || may('Delete') ? (
        <Button
          size="xs"
          variant="default"
          loading={busy}
          onClick={() => void run(restore, { failed: t('notRestored') })}
        >
          {t('restore')}
        </Button>
      ) : null}
    </Alert>
  );
}
