import { Button } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { AskDialog } from './ask-dialog.js';

interface Props {
  label: string;
  icon?: LucideIcon;
  title: string;
  /** What the button of the dialog says. Default: the label. */
  action?: string;
  run(): Promise<unknown>;
  /** What will happen. */
  children: ReactNode;
}

/** A button for something that cannot be undone: asks first, and says why it did not work. */
export function AskButton({ label, icon: Icon, title, action = label, run, children }: Props) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={Icon ? <Icon size={14} aria-hidden /> : undefined}
        onClick={() => setAsking(true)}
      >
        {label}
      </Button>
      {asking ? (
        <AskDialog title={title} action={action} dangerous close={() => setAsking(false)} run={run}>
          <p>{children}</p>
        </AskDialog>
      ) : null}
    </>
  );
}
