import { getSchemaEntityRelationship, getTableByName, getTableEntityRelationship } from 'cairn/client';
import type { SearchEntityRelationshipResult } from 'cairn/contract';
import { Waypoints } from 'lucide-react';
import { useMemo } from 'react';
import { addressOf } from '../../data/addresses/addresses.js';
import { containersOfFqn } from '../../data/addresses/fqn.js';
import { useOperation } from '../../data/use-operation.js';
import { Graph } from '../../kit/graph/graph.js';
import { Link } from '../../kit/link.js';
import { Panel } from '../../kit/panel.js';
import { Async, Empty } from '../../kit/states/states.js';
import { useWords } from '../../words/define-words.js';
import { relationshipWords } from '../../words/entities/relationships.js';
import { formatNumber } from '../../words/format.js';
import type { EntityView } from '../entity-page.js';
import { nameOf } from '../fields/values.js';
import { graphOf } from './relationship-graph.js';
import classes from './relationships.module.css';

/** Foreign keys that are followed from a table, in both directions. */
const DEPTH = 2;
const MOST = 200;
const MOST_JOINS = 50;

/** The tables that foreign keys connect a table with. */
export function TableRelationships({ entity }: EntityView) {
  const t = useWords(relationshipWords);
  const fqn = entity.fullyQualifiedName;
  const query = { fqn, upstreamDepth: DEPTH, downstreamDepth: DEPTH };
  const answer = useOperation(getTableEntityRelationship, { query });
  return (
    <>
      <Async of={answer}>
        {(result) => <Diagram of={result} name={nameOf(entity)} center={fqn} none={t('noneText')} />}
      </Async>
      <Joins fqn={fqn} />
    </>
  );
}

/** What queries of the last days joined the table with; nothing where none is reported. */
function Joins({ fqn }: { fqn: string }) {
  const t = useWords(relationshipWords);
  const answer = useOperation(getTableByName, { params: { fqn }, query: { fields: 'joins' } });
  const { columnJoins = [], directTableJoins = [], dayCount = 0 } = answer.data?.value.joins ?? {};
  const rows = [
    ...columnJoins.flatMap(({ columnName = '', joinedWith = [] }) =>
      joinedWith.map((one) => ({ ...one, column: columnName })),
    ),
    ...directTableJoins.map((one) => ({ ...one, column: '' })),
  ].sort((a, b) => b.joinCount - a.joinCount);
  if (rows.length === 0) return null;
  return (
    <Panel title={t('joins', { count: dayCount })}>
      <ul className={classes.joins}>
        {rows.slice(0, MOST_JOINS).map(({ column, fullyQualifiedName: other, joinCount }) => (
          <li key={`${column} ${other}`}>
            {column ? <code>{column}</code> : t('table')} {t('with')}{' '}
            <Link to={addressOf('table', column ? (containersOfFqn(other).at(-1) ?? other) : other)}>{other}</Link>,{' '}
            {t('times', { count: joinCount, shown: formatNumber(joinCount) })}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** The tables of a schema that foreign keys connect. */
export function SchemaRelationships({ entity }: EntityView) {
  const t = useWords(relationshipWords);
  const query = { fqn: entity.fullyQualifiedName, limit: MOST };
  const answer = useOperation(getSchemaEntityRelationship, { query });
  return (
    <Async of={answer}>
      {({ data, paging }) => (
        <>
          <Diagram of={data} name={nameOf(entity)} none={t('noneInSchema')} />
          {paging.total > MOST ? (
            <p>{t('first', { shown: formatNumber(MOST), total: formatNumber(paging.total) })}</p>
          ) : null}
        </>
      )}
    </Async>
  );
}

interface Props {
  of: SearchEntityRelationshipResult;
  name: string;
  none: string;
  center?: string;
}

function Diagram({ of, name, none, center }: Props) {
  const t = useWords(relationshipWords);
  const { nodes, edges } = useMemo(() => graphOf(of, center), [of, center]);
  if (nodes.length === 0)
    return (
      <Empty icon={Waypoints} title={t('none')}>
        {none}
      </Empty>
    );
  return (
    <>
      <p>{t('tables', { count: nodes.length, shown: formatNumber(nodes.length) })}</p>
      <Graph label={t('of', { name })} nodes={nodes} edges={edges} />
    </>
  );
}
