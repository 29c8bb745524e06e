import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { AskDialog } from '../../kit/dialogs/ask-dialog.js';
import type { Exhibit } from '../exhibit.js';

const nothing = () => undefined;

function Ask() {
  const [open, setOpen] = useState(true);
  if (!open) return <p>Closed</p>;
  return (
    <AskDialog
      title="Rename orders"
      action="Rename"
      close={() => setOpen(false)}
      run={() => Promise.reject(new Error('a table of this name exists in the schema already'))}
    >
      <TextInput label="Name" defaultValue="orders" data-autofocus />
    </AskDialog>
  );
}

/** Each lies over the page, so each is alone. */
export const dialogs: readonly Exhibit[] = [
  { name: 'ask-dialog', states: [['Asks, and says what went wrong', () => <Ask />]] },
  {
    name: 'final-dialog',
    states: [
      [
        'Before something final',
        () => (
          <AskDialog title="Delete orders?" action="Delete" dangerous close={nothing} run={() => Promise.resolve()}>
            <p>The table, its 12 columns and all that is said about them are gone for good.</p>
          </AskDialog>
        ),
      ],
    ],
  },
];
