import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { AskDialog } from '../../kit/dialogs/ask-dialog.js';
import { ConfirmDialog } from '../../kit/dialogs/confirm-dialog.js';
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

const confirm = { opened: true, close: nothing, title: 'Delete orders?', confirm: 'Delete', onConfirm: nothing };

/** Each lies over the page, so each is alone. */
export const dialogs: readonly Exhibit[] = [
  { name: 'ask-dialog', states: [['Asks, and says what went wrong', () => <Ask />]] },
  {
    name: 'confirm-dialog',
    states: [
      ['Before something that can be undone', () => <ConfirmDialog {...confirm}>It can be restored.</ConfirmDialog>],
    ],
  },
  {
    name: 'final-dialog',
    states: [
      [
        'Before something final, which is under way',
        () => (
          <ConfirmDialog {...confirm} final busy>
            The table, its 12 columns and all that is said about them are gone for good.
          </ConfirmDialog>
        ),
      ],
    ],
  },
];
