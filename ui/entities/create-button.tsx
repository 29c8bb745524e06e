import { Button } from '@mantine/core';
import { Plus } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useMay } from '../data/rights.js';
import type { Named } from './create-dialog.js';

/** Loaded when it is opened, because most visits to a list create nothing. */
const CreateDialog = lazy(() => import('./create-dialog.js').then((m) => ({ default: m.CreateDialog })));

interface Props {
  /** The type whose creation it needs the right for. */
  resource: string;
  label: string;
  needsDescription?: boolean;
  create(named: Named): Promise<void>;
  children?: ReactNode;
  /** From the start, for addresses that name the form. */
  opened?: boolean;
}

/** A button that opens the form; nothing for those who may never create it. */
export function CreateButton({
  resource,
  label,
  needsDescription = true,
  create,
  children,
  opened: initially = false,
}: Props) {
  const [opened, setOpened] = useState(initially);
  const may = useMay(resource, 'Create');
  if (may === 'no') return null;
  return (
    <>
      <Button size="xs" leftSection={<Plus size={14} aria-hidden />} onClick={() => setOpened(true)}>
        {label}
      </Button>
      {opened ? (
        <Suspense>
          <CreateDialog
            title={label}
            type={resource}
            needsDescription={needsDescription}
            close={() => setOpened(false)}
            create={create}
          >
            {children}
          </CreateDialog>
        </Suspense>
      ) : null}
    </>
  );
}
