import { expect, it } from 'vitest';
import { sumJoins } from './joins.js';

it('joins of several days are summed, most frequent first', () => {
  const join = (column: string, other: string, count: number) => ({ column, with: other, count });
  expect(sumJoins([join('id', 'x', 1), join('id', 'y', 5), join('id', 'x', 2), join('', 't', 3)], 31)).toEqual({
    startDate: '1970-01-02',
    dayCount: 30,
    columnJoins: [
      {
        columnName: 'id',
        joinedWith: [
          { fullyQualifiedName: 'y', joinCount: 5 },
          { fullyQualifiedName: 'x', joinCount: 3 },
        ],
      },
    ],
    directTableJoins: [{ fullyQualifiedName: 't', joinCount: 3 }],
  });
});
