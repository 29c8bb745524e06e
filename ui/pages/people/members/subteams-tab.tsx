import { listTeamHierarchy, listTeams } from 'cairn/client';
import type { Team, TeamType } from 'cairn/contract';
import { UsersRound } from 'lucide-react';
import { addressOf } from '../../../data/addresses/addresses.js';
import { useMay } from '../../../data/rights.js';
import { useOperation } from '../../../data/use-operation.js';
import type { EntityView } from '../../../entities/entity-page.js';
import { nameOf } from '../../../entities/fields/values.js';
import { TypeIcon } from '../../../entities/type-icon.js';
import { Link } from '../../../kit/link.js';
import cells from '../../../kit/lists/cells.module.css';
import { Grid } from '../../../kit/lists/grid.js';
import { useTree } from '../../../kit/lists/use-tree.js';
import { Async, Empty } from '../../../kit/states/states.js';
import { useWords } from '../../../words/define-words.js';
import { formatNumber } from '../../../words/format.js';
import { peopleWords } from '../../../words/people/people.js';
import classes from '../people.module.css';
import { CreateTeam } from './create-team.js';

/** What the tree is answered of each team. */
interface TeamNode {
  id: string;
  name: string;
  displayName?: string;
  fullyQualifiedName?: string;
  teamType?: TeamType;
  children?: TeamNode[];
}

/** The tree of teams below one. */
export function SubteamsTab({ entity }: EntityView) {
  const t = useWords(peopleWords);
  const may = useMay('team', 'Create');
  const answer = useOperation(listTeamHierarchy, {});
  return (
    <>
      {may === 'no' ? null : (
        <div className={classes.actions}>
          <CreateTeam parent={{ id: entity.id, teamType: entity.teamType as Team['teamType'] }} />
        </div>
      )}
      <Async of={answer}>
        {({ data }) => {
          const all = data as unknown as readonly TeamNode[];
          const below = entity.teamType === 'Organization' ? all : (find(all, entity.id)?.children ?? []);
          return below.length === 0 ? (
            <Empty icon={UsersRound} title={t('noTeams')}>
              {t('noTeamsText')}
            </Empty>
          ) : (
            <TeamTree teams={below} />
          );
        }}
      </Async>
    </>
  );
}

/** The most that a list returns at once: the tree comes in one answer, too. */
const ALL = 1_000_000;

function TeamTree({ teams }: { teams: readonly TeamNode[] }) {
  const t = useWords(peopleWords);
  const counted = useOperation(listTeams, { query: { fields: 'userCount', limit: ALL } });
  const people = new Map(counted.data?.value.data.map(({ id, userCount }) => [id, userCount]));
  const { rows, tree } = useTree(
    teams,
    ({ children }) => children,
    ({ id }) => id,
    new Set(teams.map(({ id }) => id)),
  );
  return (
    <div className={classes.gap}>
      <Grid
        label={t('teams')}
        rows={rows}
        rowKey={({ key }) => key}
        rowName={({ item }) => nameOf(item)}
        tree={tree}
        columns={[
          {
            key: 'name',
            title: t('name'),
            width: 'minmax(160px, 3fr)',
            cell: ({ item }) => (
              <Link to={addressOf('team', item.fullyQualifiedName ?? item.name)} className={cells.linked}>
                <TypeIcon type="team" size={14} /> {nameOf(item)}
              </Link>
            ),
          },
          {
            key: 'kind',
            title: t('teamType'),
            width: '140px',
            wideOnly: true,
            cell: ({ item }) => t(`teamType.${item.teamType ?? 'Group'}`),
          },
          {
            key: 'people',
            title: t('memberCount'),
            width: '80px',
            align: 'end',
            cell: ({ item }) => {
              const count = people.get(item.id);
              return count === undefined ? null : formatNumber(count);
            },
          },
        ]}
      />
    </div>
  );
}

function find(teams: readonly TeamNode[], id: string): TeamNode | undefined {
  for (const team of teams) {
    const found = team.id === id ? team : find(team.children ?? [], id);
    if (found) return found;
  }
  return undefined;
}
