import { useState } from 'react';
import { ValueDiff, WordDiff } from '../../kit/texts/diff.js';
import { Markdown } from '../../kit/texts/markdown.js';
import { MarkdownEditor } from '../../kit/texts/markdown-editor.js';
import type { Exhibit } from '../exhibit.js';

const EVERYTHING = `## Orders

Every order, *one row* for each **event**; see \`fct_payments\` and [the books](/table/a).

1. It is placed
2. It is paid
   - at once
   - by invoice

- [x] checked
- [ ] still to do

> Amounts contain tax.

| status | share |
| - | -: |
| sent | 81 % |
| paid | 13 % |

\`\`\`sql
SELECT count(*) FROM facts.fct_orders WHERE status <> 'returned' -- a line that is so long that it does not fit into most of the places where texts stand
\`\`\`

![The process](/process.png)`;

const HTML = 'Orders <b>of all shops</b>, <i>not</i> of partners.<script>alert(1)</script> H<sub>2</sub>O';

function Editor() {
  const [saved, setSaved] = useState('Every order, *one row* for each **event**.');
  return (
    <>
      <MarkdownEditor label="Description" value={saved} onSave={setSaved} onCancel={() => setSaved('')} />
      <p>{saved}</p>
    </>
  );
}

const owners = [{ id: '1', name: 'lena', displayName: 'Lena Novak' }];

export const texts: Exhibit = {
  name: 'texts',
  states: [
    ['Plain text', () => <Markdown text="Every order, one row for each event." />],
    ['Markdown', () => <Markdown text={EVERYTHING} />],
    ['HTML', () => <Markdown text={HTML} />],
    ['Editor', () => <Editor />],
    [
      'Two texts',
      () => <WordDiff from="Every order that was placed." to="Every order, also those that were cancelled." />,
    ],
    ['The same text', () => <WordDiff from="Every order." to="Every order." />],
    [
      'Two values',
      () => (
        <ValueDiff label="Owners" from={owners} to={[...owners, { id: '2', name: 'tom', displayName: 'Tom Baker' }]} />
      ),
    ],
  ],
};
