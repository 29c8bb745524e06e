import { Breadcrumbs, Button } from '@mantine/core';
import { History } from 'lucide-react';
import { addressOf, versionAddress } from '../../data/addresses/addresses.js';
import { Hinted } from '../../kit/hint.js';
import { Link } from '../../kit/link.js';
import { part } from '../../kit/states/part.js';
import { useWords } from '../../words/define-words.js';
import { entityWords } from '../../words/entities/entity.js';
import type { Entity, EntityPage, EntityView } from '../entity-page.js';
import { isId, nameOf, type Reference } from '../fields/values.js';
import { nameOfType } from '../registry.js';
import { TypeIcon } from '../type-icon.js';
import { Follow } from './follow.js';
import classes from './frame.module.css';
import { NameField } from './name-field.js';
import { Votes } from './votes.js';

// Menus are large, and nobody opens one while the page is still coming.
const EntityMenu = part(() => import('./entity-menu.js').then((m) => m.EntityMenu), <span className={classes.menu} />);

/** Members that hold containers, outermost first. */
const CONTAINERS = [
  'service',
  'database',
  'databaseSchema',
  'table',
  'apiCollection',
  'glossary',
  'classification',
  'parent',
  'directory',
  'spreadsheet',
];

export function Header({ page, view, version }: { page: EntityPage; view: EntityView; version: string | undefined }) {
  const t = useWords(entityWords);
  const { entity } = view;
  const { fullyQualifiedName: fqn } = entity;
  return (
    <header className={classes.header}>
      <nav aria-label={t('breadcrumbs')}>
        <Breadcrumbs separator="/" separatorMargin={6} className={classes.crumbs}>
          {containersOf(entity).map((container) => (
            <Link key={container.id} to={addressOf(container.type, container.fullyQualifiedName ?? nameOf(container))}>
              {nameOf(container)}
            </Link>
          ))}
          <span>{nameOfType(page.type)}</span>
        </Breadcrumbs>
      </nav>
      <div className={classes.titleLine}>
        <TypeIcon type={page.type} size={24} />
        <NameField view={view} />
        <div className={classes.actions}>
          {page.lacks?.includes('votes') ? null : <Votes page={page} view={view} />}
          {page.lacks?.includes('followers') ? null : <Follow page={page} view={view} />}
          <Hinted label={t('versions')}>
            <Button
              component={Link}
              to={version === undefined ? versionAddress(page.type, fqn, entity.version) : addressOf(page.type, fqn)}
              variant="default"
              size="xs"
              leftSection={<History size={14} />}
              aria-label={version === undefined ? t('version', { version: entity.version }) : t('current')}
            >
              {version === undefined ? entity.version : t('current')}
            </Button>
          </Hinted>
          <EntityMenu page={page} view={view} />
        </div>
      </div>
      {entity.displayName && entity.displayName !== entity.name && !isId(entity.name) ? (
        <code className={classes.name}>{entity.name}</code>
      ) : null}
    </header>
  );
}

function containersOf(entity: Entity): Reference[] {
  return CONTAINERS.flatMap((field) => {
    const value = entity[field];
    return typeof value === 'object' && value !== null && 'id' in value && 'type' in value ? [value as Reference] : [];
  });
}
