import { ActionIcon, Menu, Switch } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { createTag, getClassificationByName, listClassifications, listTags, patchTag } from 'cairn/client';
import type { Tag } from 'cairn/contract';
import { Ellipsis, TagIcon } from 'lucide-react';
import { useState } from 'react';
import { addressOf } from '../../data/addresses.js';
import { cairn } from '../../data/client.js';
import { refresh, useOperation } from '../../data/use-operation.js';
import type { EntityView } from '../../entities/entity-page.js';
import { nameOf } from '../../entities/fields/values.js';
import { Grid } from '../../kit/grid.js';
import { Link } from '../../kit/link.js';
import { Async, Empty } from '../../kit/states.js';
import { useWords } from '../../words/define-words.js';
import { formatNumber } from '../../words/format.js';
import { governWords } from '../../words/govern.js';
import { CreateButton } from './create-button.js';
import type { Named } from './create-dialog.js';
import classes from './govern.module.css';
import { RenameDialog } from './rename-dialog.js';
import { tagType } from './types.js';

const MOST = 1000;

/** The tags of a classification, how often each is used, and whether it may be. */
export function TagsTab({ entity, may }: EntityView) {
  const t = useWords(governWords);
  const [renamed, setRenamed] = useState<Tag>();
  const allowed = may('EditAll');
  const classification = entity.fullyQualifiedName;
  const answer = useOperation(listTags, {
    query: { parent: classification, fields: 'usageCount', limit: MOST },
  });
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
      <Async of={answer}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty small icon={TagIcon} title={t('noTags')}>
              {t('noTagsText')}
            </Empty>
          ) : (
            <TagGrid
              tags={data}
              allowed={allowed}
              rename={setRenamed}
              enable={(tag, enabled) =>
                void change(tag, '/disabled', !enabled).catch((error: Error) =>
                  notifications.show({ message: error.message, color: 'red' }),
                )
              }
            />
          )
        }
      </Async>
      {renamed ? (
        <RenameDialog
          name={renamed.name}
          close={() => setRenamed(undefined)}
          rename={(name) => change(renamed, '/name', name)}
        />
      ) : null}
    </>
  );
}

interface Props {
  tags: readonly Tag[];
  allowed: boolean;
  rename(tag: Tag): void;
  enable(tag: Tag, enabled: boolean): void;
}

function TagGrid({ tags, allowed, rename, enable }: Props) {
  const t = useWords(governWords);
  return (
    <Grid
      label={t('tags')}
      rows={tags}
      rowKey={({ id }) => id}
      rowName={nameOf}
      columns={[
        {
          key: 'name',
          title: t('tag'),
          width: 'minmax(110px, 2fr)',
          sort: nameOf,
          cell: (tag) => (
            <Link to={addressOf(tagType.type, tag.fullyQualifiedName ?? tag.name)} className={classes.linked}>
              {nameOf(tag)}
            </Link>
          ),
        },
        {
          key: 'description',
          title: t('description'),
          width: 'minmax(0, 4fr)',
          wideOnly: true,
          cell: ({ description }) => <span className={classes.about}>{description}</span>,
        },
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
                  {tag.provider === 'system' ? null : <Menu.Item onClick={() => rename(tag)}>{t('rename')}</Menu.Item>}
                </Menu.Dropdown>
              </Menu>
            ) : null,
        },
      ]}
    />
  );
}
