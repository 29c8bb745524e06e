import { useState } from 'react';
import { editField } from '../../../data/editing/edit.js';
import { valueAt } from '../../../data/editing/merge.js';
import { AskDialog } from '../../../kit/dialogs/ask-dialog.js';
import { useWords } from '../../../words/define-words.js';
import { propertyValueWords } from '../../../words/entities/property-values.js';
import type { EntityView } from '../../entity-page.js';
import type { Property } from './property.js';
import { isNothing, ValueInput } from './value-input.js';

interface Props {
  view: EntityView;
  /** Where the values are in the entity. */
  path: string;
  property: Property;
  close(): void;
}

/** A form for a value that is more than a line of text. */
export function PropertyDialog({ view, path, property, close }: Props) {
  const t = useWords(propertyValueWords);
  const { name, displayName } = property;
  const extension = (valueAt(view.entity, path) ?? {}) as Record<string, unknown>;
  const [value, setValue] = useState<unknown>(extension[name]);
  async function run() {
    const { [name]: _, ...others } = extension;
    const next = isNothing(value) ? others : { ...others, [name]: value };
    return void editField(view.target, path, next);
  }
  return (
    <AskDialog title={t('edit', { name: displayName || name })} action={t('save')} close={close} run={run}>
      <ValueInput property={property} value={value} change={setValue} />
    </AskDialog>
  );
}
