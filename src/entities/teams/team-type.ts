// Which types of teams may contain which. Pure.

export type TeamType = 'Organization' | 'BusinessUnit' | 'Division' | 'Department' | 'Group';

/** Types that a team of each type may contain. */
const BELOW: Readonly<Record<TeamType, readonly TeamType[]>> = {
  Organization: ['BusinessUnit', 'Division', 'Department', 'Group'],
  BusinessUnit: ['BusinessUnit', 'Division', 'Department', 'Group'],
  Division: ['Division', 'Department', 'Group'],
  Department: ['Department', 'Group'],
  Group: [],
};

/** Types whose teams have exactly one parent. */
const SINGLE_PARENT: readonly TeamType[] = ['BusinessUnit', 'Division'];

export interface NamedTeam {
  name: string;
  teamType: TeamType;
}

/** Why a team of this type may not have these parents and children, as a sentence; null if it may. */
export function teamPlaceError(
  team: NamedTeam,
  parents: readonly NamedTeam[],
  children: readonly NamedTeam[],
): string | null {
  if (team.teamType === 'Organization' && parents.length > 0)
    return `Team ${team.name} of type Organization can not have parents`;
  if (SINGLE_PARENT.includes(team.teamType) && parents.length > 1)
    return `Team ${team.name} of type ${team.teamType} can have only one parent`;
  const above = parents.find((parent) => !BELOW[parent.teamType].includes(team.teamType));
  if (above)
    return `Team ${above.name} of type ${above.teamType} can't be the parent of team ${team.name} of type ${team.teamType}`;
  const below = children.find((child) => !BELOW[team.teamType].includes(child.teamType));
  if (below) return `Team ${team.name} of type ${team.teamType} can't have children of type ${below.teamType}`;
  return null;
}
