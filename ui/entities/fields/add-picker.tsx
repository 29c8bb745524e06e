import { Plus } from 'lucide-react';
import { useState } from 'react';
import { type Choice, Picker } from './picker.js';

interface Props {
  label: string;
  find: string;
  index: string;
  add(chosen: readonly Choice[]): void;
}

/** A picker for what is added to a list that shows elsewhere what is in it. */
export function AddPicker({ add, ...props }: Props) {
  const [opened, setOpened] = useState(false);
  return (
    <Picker {...props} chosen={[]} onSave={add} opened={opened} setOpened={setOpened}>
      <Plus size={16} aria-hidden />
    </Picker>
  );
}
