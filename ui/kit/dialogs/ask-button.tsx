import { ActionIcon, Button } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { AskDialog } from './ask-dialog.js';

interface Props {
  label: string;
  icon?: LucideIcon;
  /** Shows the icon alone, as in a row; the label is read out. */
  iconOnly?: boolean;
  title: string;
  /** What the button of the dialog says. Default: the label. */
  action?: string;
  run(): Promise<unknown>;
  /** What will happen. */
  children: ReactNode;
}

/** A button for something that cannot be undone: asks first, and says why it did not work. */
export function AskButton({ label, icon: Icon, iconOnly = false, title, action = label, run, children }: Props) {
  const [asking, setAsking] = useState(false);
  const ask = () => setAsking(true);
  const sign = Icon ? <Icon size={14} aria-hidden /> : undefined;
  return (
    <>
      {iconOnly ? (
        <ActionIcon size={24} aria-label={label} onClick={ask}>
          {sign}
        </ActionIcon>
      ) : (
        <Button size="xs" variant="default" leftSection={sign} onClick={ask}>
          {label}
        </Button>
      )}
      {asking ? (
        <AskDialog title={title} action={action} dangerous close={() => setAsking(false)} run={run}>
          <p>{children}</p>
        </AskDialog>
      ) : null}
    </>
  );
}
