import type { JsonObject } from 'cairn/contract';
import { Plus } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { Picker } from './picker.js';

interface Props {
  label: string;
  find: string;
  index: string;
  filter?: JsonObject | undefined;
  add(chosen: readonly { id: string; type: string }[]): void;
  ref?: RefObject<HTMLButtonElement | null>;
}

/** A picker for what is added to a list that shows elsewhere what is in it. */
export function AddPicker({ add, ...props }: Props) {
  const [opened, setOpened] = useState(false);
  return (
    <Picker
      {...props}
      chosen={[]}
      onSave={(chosen) => add(chosen.map(({ key, type }) => ({ id: key, type })))}
      opened={opened}
      setOpened={setOpened}
    >
      <Plus size={16} aria-hidden />
    </Picker>
  );
}
