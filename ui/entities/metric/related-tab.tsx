import { getMetricHierarchy } from 'cairn/client';
import type { Metric } from 'cairn/contract';
import { useState } from 'react';
import { addressOf } from '../../data/addresses/addresses.js';
import { editField } from '../../data/editing/edit.js';
import { useOperation } from '../../data/use-operation.js';
import { Link } from '../../kit/link.js';
import { Panel } from '../../kit/panel.js';
import { Async } from '../../kit/states/states.js';
import { useWords } from '../../words/define-words.js';
import { metricWords } from '../../words/entities/metric.js';
import type { EntityView } from '../entity-page.js';
import { ReferenceChip } from '../fields/chips.js';
import { Picker } from '../fields/picker.js';
import { choiceOf, ReferenceField, referenceOf } from '../fields/reference-field.js';
import { nameOf } from '../fields/values.js';
import classes from './metric.module.css';

/** What a metric is derived from, what is derived from it, and which others belong to it. */
export function RelatedTab(view: EntityView) {
  const t = useWords(metricWords);
  return (
    <div className={classes.stack}>
      <Panel title={t('derivedFrom')}>
        <Origin {...view} />
      </Panel>
      <Panel title={t('derived')}>
        <Derived id={view.entity.id} />
      </Panel>
      <Panel title={t('related')}>
        <ReferenceField
          view={view}
          field="relatedMetrics"
          right="EditAll"
          label={t('editRelated')}
          find={t('find')}
          index={view.type}
          none={t('noRelated')}
        />
      </Panel>
    </div>
  );
}

const FIELD = 'derivedFrom';

function Origin({ type, entity, target, may }: EntityView) {
  const t = useWords(metricWords);
  const [opened, setOpened] = useState(false);
  const { derivedFrom: origin } = entity as unknown as Metric;
  return (
    <div className={classes.field}>
      {origin ? <ReferenceChip reference={origin} /> : <span className={classes.soft}>{t('noOrigin')}</span>}
      {may('EditAll') && !entity.deleted ? (
        <Picker
          label={t('editOrigin')}
          find={t('find')}
          index={type}
          single
          chosen={origin ? [choiceOf(origin)] : []}
          onSave={([choice]) => void editField(target, `/${FIELD}`, choice && referenceOf(choice))}
          opened={opened}
          setOpened={setOpened}
        />
      ) : null}
    </div>
  );
}

function Derived({ id }: { id: string }) {
  const t = useWords(metricWords);
  const answer = useOperation(getMetricHierarchy, { params: { id } });
  return (
    <Async of={answer} small>
      {(tree) => {
        const { children = [] }: { children?: readonly Node[] } = tree;
        return children.length === 0 ? <p className={classes.soft}>{t('noDerived')}</p> : <Branch nodes={children} />;
      }}
    </Async>
  );
}

interface Node {
  id: string;
  name: string;
  displayName?: string;
  fullyQualifiedName?: string;
  children?: readonly Node[];
}

function Branch({ nodes }: { nodes: readonly Node[] }) {
  return (
    <ul className={classes.tree}>
      {nodes.map((node) => (
        <li key={node.id}>
          <Link to={addressOf('metric', node.fullyQualifiedName ?? node.name)}>{nameOf(node)}</Link>
          {node.children?.length ? <Branch nodes={node.children} /> : null}
        </li>
      ))}
    </ul>
  );
}
