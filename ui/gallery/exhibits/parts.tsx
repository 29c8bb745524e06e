import { Button } from '@mantine/core';
import { Table, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { AskButton } from '../../kit/dialogs/ask-button.js';
import { FieldGroup } from '../../kit/field-group.js';
import { Initials } from '../../kit/initials.js';
import { Link } from '../../kit/link.js';
import { Cards } from '../../kit/lists/cards.js';
import { FindField } from '../../kit/lists/find-field.js';
import { Mark } from '../../kit/mark.js';
import { NumberField } from '../../kit/number-field.js';
import { Panel } from '../../kit/panel.js';
import { StateMark, type Tone } from '../../kit/state-mark.js';
import { useSideways } from '../../kit/use-sideways.js';
import type { Exhibit } from '../exhibit.js';
import classes from '../gallery.module.css';

const TONES: readonly (readonly [Tone, string])[] = [
  ['ok', 'Passed'],
  ['warn', 'Waits'],
  ['fail', 'Failed'],
  ['info', 'Queued'],
  ['idle', 'Off'],
];

const NAMES = [
  'Maria Silva',
  'Jonas Weber',
  'Aiko Tanaka',
  'Samir Haddad',
  'Lena Novak',
  'Tom Baker',
  'data-platform',
  'X',
];

function WideLine() {
  const line = useSideways<HTMLElement>('Aiko Tanaka');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the focus allows scrolling by keyboard
    <section ref={line} tabIndex={0} aria-label="People" className={classes.line}>
      {NAMES.map((name) => (
        <span key={name} aria-current={name === 'Aiko Tanaka' || undefined}>
          {name}
        </span>
      ))}
    </section>
  );
}

function Numbers() {
  const [value, setValue] = useState<number | ''>(0.3);
  return (
    <>
      <NumberField
        label="Share"
        description="Between 0 and 1"
        value={value}
        onChange={setValue}
        min={0}
        max={1}
        step={0.1}
      />
      <NumberField label="Rows" value={-3} onChange={() => undefined} error="Must not be less than 0" whole />
      <NumberField label="Port" value="" onChange={() => undefined} placeholder="5432" whole disabled />
    </>
  );
}

function Finds() {
  const [text, setText] = useState('');
  return (
    <>
      <FindField label="Find a column" value={text} onChange={setText} />
      <FindField small label="Find a test" value="rows" onChange={() => undefined} />
    </>
  );
}

const icon = <Table size={16} aria-hidden />;
const CARDS = [
  {
    to: '/a',
    name: 'Tables',
    icon,
    about: 'Columns, sample data, queries and what is known of the values.',
    note: '300',
  },
  { to: '/b', name: 'A name that is longer than a card is wide, which no card can know', icon },
  { to: '/c', name: 'Topics' },
];

/** Small things that pages are made of. */
export const parts: Exhibit = {
  name: 'parts',
  states: [
    [
      'Logo',
      () => (
        <p>
          <Mark /> <Mark size={48} />
        </p>
      ),
    ],
    [
      'States',
      () => (
        <p>
          {TONES.map(([tone, word]) => (
            <span key={tone}>
              <StateMark tone={tone}>{word}</StateMark>{' '}
            </span>
          ))}
        </p>
      ),
    ],
    [
      'People and teams',
      () => (
        <p>
          {NAMES.map((name) => (
            <span key={name}>
              <Initials name={name} /> {name} <Initials name={name} size={28} />{' '}
            </span>
          ))}
        </p>
      ),
    ],
    [
      'Link',
      () => (
        <p>
          <Link to="/table/a">fct_orders</Link>
        </p>
      ),
    ],
    ['Numbers', () => <Numbers />],
    ['Search field', () => <Finds />],
    [
      'A button that asks first',
      () => (
        <div>
          <AskButton label="Delete" icon={Trash2} title="Delete orders?" run={() => Promise.resolve()}>
            The table is gone for good.
          </AskButton>
          <AskButton label="Delete orders" icon={Trash2} iconOnly title="Delete orders?" run={() => Promise.resolve()}>
            The table is gone for good.
          </AskButton>
        </div>
      ),
    ],
    [
      'Fields that belong together',
      () => (
        <FieldGroup legend="Sample">
          <FieldGroup legend="Of rows">
            <NumberField label="Part of them" value={10} onChange={() => undefined} />
          </FieldGroup>
        </FieldGroup>
      ),
    ],
    ['Cards', () => <Cards cards={CARDS} />],
    ['A line wider than its room', () => <WideLine />],
    [
      'Panel',
      () => (
        <Panel
          title="Owners"
          action={
            <Button size="xs" variant="default">
              Edit
            </Button>
          }
        >
          <p>Lena Novak</p>
        </Panel>
      ),
    ],
  ],
};
