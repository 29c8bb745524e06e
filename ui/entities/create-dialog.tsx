import { Textarea, TextInput } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useFormDraft } from '../data/editing/use-form-draft.js';
import { AskDialog } from '../kit/dialogs/ask-dialog.js';
import { Restored } from '../kit/states/restored.js';
import { useWords } from '../words/define-words.js';
import { entityWords } from '../words/entities/entity.js';
import { type AskedValues, isAskedType, NOTHING_GIVEN, valuesOf } from './intake/asked-fields.js';

/** Most things are asked for no more than their name and description. */
const AskedInputs = lazy(() => import('./intake/asked-inputs.js').then((m) => ({ default: m.AskedInputs })));

/** What was typed, with what the intake form of the type asks for: members of a create request. */
export interface Named extends AskedValues {
  name: string;
  displayName?: string;
  /** Empty only where the form does not need it. */
  description: string;
}

interface Props {
  title: string;
  /** The type of what is created, if intake forms can ask for more of it. */
  type?: string;
  /** Under the name: what it may look like. */
  help?: string;
  needsDescription?: boolean;
  close(): void;
  /** Sends what was typed; rejects with a sentence for people. */
  create(named: Named): Promise<void>;
  /** Further fields. */
  children?: ReactNode;
}

const NOTHING = { name: '', displayName: '', description: '' };

/** The form that every new thing begins with; what was typed and not sent is there again when it is opened the next time. */
export function CreateDialog({ title, type = '', help, needsDescription = false, close, create, children }: Props) {
  const t = useWords(entityWords);
  const { typed, change, restored, startOver, forget } = useFormDraft(NOTHING, { part: title });
  const [given, setGiven] = useState(NOTHING_GIVEN);
  const [tried, setTried] = useState(false);
  const [name, displayName, description] = [typed.name.trim(), typed.displayName.trim(), typed.description.trim()];
  const lacksDescription = needsDescription && description === '';
  async function run() {
    setTried(true);
    if (name === '' || lacksDescription) return false;
    await create({ name, description, ...(displayName ? { displayName } : {}), ...valuesOf(given) });
    forget();
    return true;
  }
  const field = (key: keyof typeof NOTHING) => ({
    value: typed[key],
    onChange: (event: { currentTarget: { value: string } }) => change({ [key]: event.currentTarget.value }),
  });
  return (
    <AskDialog title={title} action={t('create')} close={close} run={run}>
      <Restored when={restored} startOver={startOver} />
      <TextInput
        label={t('name')}
        {...(help ? { description: help } : {})}
        required
        data-autofocus
        error={tried && name === '' ? t('nameNeeded') : undefined}
        {...field('name')}
      />
      <TextInput label={t('displayName')} {...field('displayName')} />
      <Textarea
        label={t('description')}
        required={needsDescription}
        autosize
        minRows={3}
        maxRows={12}
        error={tried && lacksDescription ? t('descriptionNeeded') : undefined}
        {...field('description')}
      />
      <Suspense>{isAskedType(type) ? <AskedInputs type={type} given={given} give={setGiven} /> : null}</Suspense>
      {children}
    </AskDialog>
  );
}
