import { SegmentedControl } from '@mantine/core';
import { graphGlossaryTermRelations } from 'cairn/client';
import type { EntityReference } from 'cairn/contract';
import { Waypoints } from 'lucide-react';
import { useMemo } from 'react';
import { addressOf } from '../../../data/addresses/addresses.js';
import { containersOfFqn } from '../../../data/addresses/fqn.js';
import { useSearchState } from '../../../data/addresses/use-address.js';
import { useOperation } from '../../../data/use-operation.js';
import type { EntityView } from '../../../entities/entity-page.js';
import { nameOf } from '../../../entities/fields/values.js';
import { Graph } from '../../../kit/graph/graph.js';
import { Async, Empty } from '../../../kit/states/states.js';
import { useWords } from '../../../words/define-words.js';
import { governWords } from '../../../words/govern.js';
import classes from '../govern.module.css';
import { titleOfRelation, useRelationTypes } from '../parts/relation-titles.js';
import { termType } from '../types.js';

const STEPS = ['1', '2', '3', '4', '5'];
const USUAL = '2';

/** The terms around a term, and how they are related. */
export function RelationsTab({ entity }: EntityView) {
  const t = useWords(governWords);
  const [given, setSteps] = useSearchState('steps', USUAL);
  const steps = STEPS.find((one) => one === given) ?? USUAL;
  const input = { params: { id: entity.id }, query: { depth: Number(steps) } };
  const answer = useOperation(graphGlossaryTermRelations, input, { keepPrevious: true });
  return (
    <div className={classes.stack}>
      <div className={classes.steps}>
        {t('steps')}
        <SegmentedControl size="xs" aria-label={t('steps')} data={STEPS} value={steps} onChange={setSteps} />
      </div>
      <Async of={answer}>{(graph) => <Relations of={graph} entity={entity} />}</Async>
    </div>
  );
}

interface Given {
  nodes: readonly object[];
  edges: readonly { from: string; to: string; relationType: string }[];
}

function Relations({ of, entity }: { of: Given; entity: EntityView['entity'] }) {
  const t = useWords(governWords);
  const types = useRelationTypes();
  const { nodes, edges } = useMemo(
    () => ({
      nodes: (of.nodes as readonly EntityReference[]).map((term) => ({
        key: term.id,
        label: nameOf(term),
        note: containersOfFqn(term.fullyQualifiedName ?? '').at(-1) ?? '',
        to: addressOf(termType.type, term.fullyQualifiedName ?? '', 'relations_graph'),
        isCenter: term.id === entity.id,
      })),
      edges: of.edges.map(({ from, to, relationType }) => ({ from, to, label: titleOfRelation(relationType, types) })),
    }),
    [of, types, entity.id],
  );
  if (edges.length === 0)
    return (
      <Empty icon={Waypoints} title={t('noGraph')}>
        {t('noGraphText')}
      </Empty>
    );
  return <Graph label={t('graphOf', { name: nameOf(entity) })} nodes={nodes} edges={edges} />;
}
