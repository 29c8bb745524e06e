import { Dialog } from '../../kit/dialogs/dialog.js';
import { useWords } from '../../words/define-words.js';
import { kitWords } from '../../words/kit.js';
import type { EntityView } from '../entity-page.js';
import { PropertiesAt } from '../frame/properties/custom-properties.js';

interface Props {
  view: EntityView;
  /** What describes the custom properties. */
  type: string;
  /** Where the column is in the entity. */
  path: string;
  title: string;
  close(): void;
}

export function ColumnProperties({ view, type, path, title, close }: Props) {
  const t = useWords(kitWords);
  return (
    <Dialog opened close={close} title={title} size={640} closeLabel={t('close')}>
      <PropertiesAt view={view} type={type} path={`${path}/extension`} />
    </Dialog>
  );
}
