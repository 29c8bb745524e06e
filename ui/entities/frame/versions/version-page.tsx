import { Button, NativeSelect } from '@mantine/core';
import { useMemo } from 'react';
import { versionAddress } from '../../../data/addresses/addresses.js';
import { useSearchState } from '../../../data/addresses/use-address.js';
import { edit } from '../../../data/editing/edit.js';
import { diff } from '../../../data/editing/merge.js';
import { useOperation } from '../../../data/use-operation.js';
import { Link } from '../../../kit/link.js';
import { Panel } from '../../../kit/panel.js';
import { Async } from '../../../kit/states/states.js';
import { ValueDiff } from '../../../kit/texts/diff.js';
import { useWords } from '../../../words/define-words.js';
import { versionWords } from '../../../words/entities/versions.js';
import { formatAgo, formatTime } from '../../../words/format.js';
import { entityOperations } from '../../entity-operations.js';
import type { Entity, EntityPage, EntityView } from '../../entity-page.js';
import { usePersonNames } from '../../fields/person-name.js';
import classes from '../frame.module.css';
import { changesBetween, EDITABLE, only } from './version-changes.js';

interface Props {
  page: EntityPage;
  view: EntityView;
  version: string;
}

/** The versions of an entity, and what one of them changed; its values can be taken back. */
export function VersionPage({ page, view, version }: Props) {
  const { entity } = view;
  const operations = entityOperations(page.path);
  const answer = useOperation(operations.versions, { params: { id: entity.id } });
  return (
    <Async of={answer}>
      {({ versions }) => <Versions page={page} view={view} version={version} texts={versions} />}
    </Async>
  );
}

function Versions({ page, view, version, texts }: Props & { texts: readonly string[] }) {
  const t = useWords(versionWords);
  const all = useMemo(() => texts.map((text): Entity => JSON.parse(text)), [texts]);
  const nameOf = usePersonNames(all.map(whoChanged));
  const at = Math.max(
    0,
    all.findIndex((one) => String(one.version) === String(Number(version))),
  );
  const shown = all[at];
  const [compared, compare] = useSearchState('compare');
  const before = all.find((one) => String(one.version) === compared) ?? all[at + 1];
  const changes = useMemo(() => (shown && before ? changesBetween(before, shown) : []), [shown, before]);
  if (!shown) return null;
  const back = diff(only(view.entity, EDITABLE), only(shown, EDITABLE));
  const allowed = at > 0 && back.length > 0 && view.may('EditAll') && !view.entity.deleted;
  const restore = () => void edit({ ...view.target, label: t('restoredVersion', { version: shown.version }) }, back);
  return (
    <div className={classes.columns}>
      <Panel
        title={t('version', { version: shown.version })}
        action={
          allowed ? (
            <Button size="xs" variant="default" onClick={restore}>
              {t('restoreVersion')}
            </Button>
          ) : null
        }
      >
        <p className={classes.soft}>
          {formatTime(Number(shown.updatedAt))} · {nameOf(whoChanged(shown))}
          {at > 0 && back.length === 0 ? ` · ${t('sameValues')}` : null}
        </p>
        {all.length > 2 ? (
          <NativeSelect
            mt="sm"
            label={t('compareWith')}
            value={String(before?.version ?? '')}
            onChange={({ currentTarget }) => compare(currentTarget.value)}
            data={all.filter((one) => one !== shown).map((one) => optionOf(one, nameOf(whoChanged(one))))}
          />
        ) : null}
        {before ? null : <p>{t('firstVersion')}</p>}
        {before && changes.length === 0 ? <p>{t('noChanges')}</p> : null}
        <div className={classes.changes}>
          {changes.map(({ label, from, to }) => (
            <ValueDiff key={label} label={label} from={from} to={to} />
          ))}
        </div>
      </Panel>
      <nav aria-label={t('versions')} className={classes.timeline}>
        <h2>{t('versions')}</h2>
        <ol>
          {all.map((one) => (
            <li key={String(one.version)}>
              <Link
                to={versionAddress(page.type, view.entity.fullyQualifiedName, one.version)}
                aria-current={one === shown ? 'page' : undefined}
                className={classes.moment}
              >
                <b>{String(one.version)}</b>
                <span>
                  {formatAgo(Number(one.updatedAt))} · {nameOf(whoChanged(one))}
                </span>
              </Link>
            </li>
          ))}
        </ol>
      </nav>
    </div>
  );
}

const whoChanged = ({ updatedBy = '' }: Entity) => String(updatedBy);

function optionOf({ version, updatedAt }: Entity, who: string) {
  return { value: String(version), label: `${version} · ${formatTime(Number(updatedAt))} · ${who}` };
}
