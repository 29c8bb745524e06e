import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { getGlossaryTermById, listGlossaries, listGlossaryTerms, moveGlossaryTerm } from 'cairn/client';
import { FolderInput } from 'lucide-react';
import { useState } from 'react';
import { addressOf } from '../../../data/addresses/addresses.js';
import { useNavigate } from '../../../data/addresses/use-address.js';
import { cairn } from '../../../data/client.js';
import { refresh } from '../../../data/use-operation.js';
import type { EntityView } from '../../../entities/entity-page.js';
import { type Choice, Picker } from '../../../entities/fields/picker.js';
import { nameOf } from '../../../entities/fields/values.js';
import { TypeIcon } from '../../../entities/type-icon.js';
import { Dialog } from '../../../kit/dialogs/dialog.js';
import { Failure } from '../../../kit/states/failure.js';
import { sentenceOf } from '../../../kit/states/sentence.js';
import { useWords } from '../../../words/define-words.js';
import { governWords } from '../../../words/govern.js';
import classes from '../govern.module.css';
import { glossaryType, termType } from '../types.js';

const TRIES = 40;
const PAUSE = 500; // milliseconds between looks at whether the term has moved

/** Moves a term below another one, or into another glossary; large ones are moved in the background. */
export function MoveTerm({ view: { entity, may } }: { view: EntityView }) {
  const t = useWords(governWords);
  const navigate = useNavigate();
  const [opened, setOpened] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const [target, setTarget] = useState<Choice>();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const name = nameOf(entity);
  if (!may('EditAll')) return null;

  async function move(to: Choice) {
    setBusy(true);
    setFailure(undefined);
    try {
      await cairn.call(moveGlossaryTerm, {
        params: { id: entity.id },
        body: { parent: { id: to.key, type: to.type } },
      });
      const fqn = await movedTo(entity.id, entity.fullyQualifiedName);
      // Away from the old name first, which nothing answers any more.
      if (fqn !== null) await navigate(addressOf(termType.type, fqn));
      await refresh(listGlossaries, listGlossaryTerms);
      notifications.show({ message: fqn === null ? t('moveLate') : t('moved', { name }) });
      setOpened(false);
    } catch (error) {
      setFailure(sentenceOf(error));
    }
    setBusy(false);
  }

  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<FolderInput size={14} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t('move')}
      </Button>
      <Dialog opened={opened} close={() => setOpened(false)} title={t('moveTitle', { name })} closeLabel={t('cancel')}>
        <div className={classes.form}>
          <p className={classes.soft}>{t('moveText')}</p>
          <div className={classes.line}>
            {target ? (
              <>
                <TypeIcon type={target.type} named /> <span>{target.fqn}</span>
              </>
            ) : (
              <span>{t('moveTo')}</span>
            )}
            <Picker
              label={t('moveTo')}
              find={t('findTerms')}
              index={`${glossaryType.type},${termType.type}`}
              chosen={[]}
              single
              onSave={([choice]) => setTarget(choice)}
              opened={choosing}
              setOpened={setChoosing}
            />
          </div>
          <Failure text={failure} />
          <div className={classes.actions}>
            <Button variant="default" onClick={() => setOpened(false)}>
              {t('cancel')}
            </Button>
            <Button disabled={!target} loading={busy} onClick={() => target && void move(target)}>
              {t('moveButton')}
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  );
}

/** The new name of a term that is being moved; null if it takes longer than one wants to wait. */
async function movedTo(id: string, before: string): Promise<string | null> {
  for (let i = 0; i < TRIES; i++) {
    const { fullyQualifiedName } = await cairn.call(getGlossaryTermById, { params: { id } });
    if (fullyQualifiedName !== undefined && fullyQualifiedName !== before) return fullyQualifiedName;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
  return null;
}
