import { ActionIcon, Menu, Switch } from '@mantine/core';
import { createTag, getClassificationByName, listClassifications, listTags, patchTag } from 'cairn/client';
import type { Tag } from 'cairn/contract';
import { Ellipsis, TagIcon } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { cairn } from '../../../data/client.js';
import { refresh } from '../../../data/use-operation.js';
import { type Paged, usePages } from '../../../data/use-pages.js';
import { CreateButton } from '../../../entities/create-button.js';
import type { Named } from '../../../entities/create-dialog.js';
import type { EntityView } from '../../../entities/entity-page.js';
import { nameOf } from '../../../entities/fields/values.js';
import { PagedGrid } from '../../../kit/lists/paged-grid.js';
import { Empty } from '../../../kit/states/states.js';
import { useAction } from '../../../kit/states/use-action.js';
import { useWords } from '../../../words/define-words.js';
import { entityWords } from '../../../words/entities/entity.js';
import { formatNumber } from '../../../words/format.js';
import { governWords } from '../../../words/govern.js';
import classes from '../govern.module.css';
import { aboutColumn, nameColumn } from '../parts/columns.js';
import { tagType } from '../types.js';

const RenameDialog = lazy(() =>
  import('../../../entities/frame/rename-dialog.js').then((m) => ({ default: m.RenameDialog })),
);

/** The tags of a classification, how often each is used, and whether it may be. */
export function TagsTab({ entity, may }: EntityView) {
  const t = useWords(governWords);
  const [renamed, setRenamed] = useState<Tag>();
  const allowed = may('EditAll');
  const classification = entity.fullyQualifiedName;
  const pages = usePages(listTags, { query: { parent: classification, fields: 'usageCount' } });
  const { run } = useAction();
  async function create(named: Named) {
    await cairn.call(createTag, { body: { ...named, classification } });
    await refresh(listTags, listClassifications, getClassificationByName);
  }
  async function change(tag: Tag, path: string, value: unknown) {
    await cairn.call(patchTag, { params: { id: tag.id }, body: [{ op: 'add', path, value }] });
    await refresh(listTags);
  }
  return (
    <>
      <div className={classes.bar}>
        <span />
        <CreateButton resource={tagType.type} label={t('addTag')} create={create} />
      </div>
      <TagGrid
        pages={pages}
        allowed={allowed}
        rename={setRenamed}
        enable={(tag, enabled) =>
          void run(() => change(tag, '/disabled', !enabled), { failed: t('notChanged', { name: nameOf(tag) }) })
        }
      />
      {renamed ? (
        <Suspense>
          <RenameDialog
            name={renamed.name}
            close={() => setRenamed(undefined)}
            rename={(name) => change(renamed, '/name', name)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

interface Props {
  pages: Paged<Tag>;
  allowed: boolean;
  rename(tag: Tag): void;
  enable(tag: Tag, enabled: boolean): void;
}

function TagGrid({ pages, allowed, rename, enable }: Props) {
  const t = useWords(governWords);
  const common = useWords(entityWords);
  return (
    <PagedGrid
      of={pages}
      label={t('tags')}
      rowKey={({ id }) => id}
      rowName={nameOf}
      empty={
        <Empty small icon={TagIcon} title={t('noTags')}>
          {t('noTagsText')}
        </Empty>
      }
      columns={[
        nameColumn(tagType.type, t('tag')),
        aboutColumn(t('description')),
        {
          key: 'usage',
          title: t('usage'),
          width: '72px',
          align: 'end',
          sort: ({ usageCount }) => usageCount,
          cell: ({ usageCount = 0 }) => formatNumber(usageCount),
        },
        {
          key: 'enabled',
          title: t('enabled'),
          width: '80px',
          wideOnly: true,
          cell: (tag) => (
            <Switch
              withThumbIndicator={false}
              size="sm"
              aria-label={t('enable', { name: nameOf(tag) })}
              checked={!tag.disabled}
              disabled={!allowed}
              onChange={(event) => enable(tag, event.currentTarget.checked)}
            />
          ),
        },
        {
          key: 'actions',
          title: t('actions'),
          width: '72px',
          cell: (tag) =>
            allowed ? (
              <Menu>
                <Menu.Target>
                  <ActionIcon size={24} aria-label={t('actionsOf', { name: nameOf(tag) })}>
                    <Ellipsis size={16} aria-hidden />
                  </ActionIcon>
                </Menu.Target>
                <Menu.Dropdown>
                  <Menu.Item onClick={() => enable(tag, tag.disabled === true)}>
                    {t(tag.disabled ? 'enable' : 'disable', { name: nameOf(tag) })}
                  </Menu.Item>
                  {tag.provider === 'system' ? null : (
                    <Menu.Item onClick={() => rename(tag)}>{common('rename')}</Menu.Item>
                  )}
                </Menu.Dropdown>
              </Menu>
            ) : null,
        },
      ]}
    />
  );
}
