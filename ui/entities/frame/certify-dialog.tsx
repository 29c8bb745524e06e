import { NativeSelect, TextInput } from '@mantine/core';
import { getSetting, listTags } from 'cairn/client';
import type { AssetCertification, AssetCertificationSettings } from 'cairn/contract';
import { useState } from 'react';
import { editField } from '../../data/editing/edit.js';
import { useOperation } from '../../data/use-operation.js';
import { AskDialog } from '../../kit/dialogs/ask-dialog.js';
import { Async } from '../../kit/states/states.js';
import { useWords } from '../../words/define-words.js';
import { entityWords } from '../../words/entities/entity.js';
import type { EntityView } from '../entity-page.js';
import { nameOf } from '../fields/values.js';
import { endOf } from '../tasks/task-requests.js';

const SETTING = { params: { name: 'assetCertificationSettings' } };
const MOST = 100;

/** Certifies an asset for some time, or ends that. */
export function CertifyDialog({ view: { entity, target }, close }: { view: EntityView; close(): void }) {
  const t = useWords(entityWords);
  const now = entity.certification as AssetCertification | undefined;
  const [tag, setTag] = useState(now?.tagLabel.tagFQN ?? '');
  const [chosen, setUntil] = useState(now ? dayOf(now.expiryDate) : undefined);
  const setting = useOperation(getSetting, SETTING);
  const rule = setting.data?.value.config_value as AssetCertificationSettings | undefined;
  const until = chosen ?? dayOf(endOfPeriod(rule?.validityPeriod ?? ''));
  const [tried, setTried] = useState(false);
  const expiryDate = endOf(until);
  const isOver = expiryDate === null || expiryDate < Date.now();
  const parent = rule?.allowedClassification ?? '';
  const answer = useOperation(listTags, { query: { parent, limit: MOST } }, { enabled: parent !== '' });
  async function run() {
    setTried(true);
    if (tag !== '' && isOver) return false;
    const tagLabel = { tagFQN: tag, source: 'Classification', labelType: 'Manual', state: 'Confirmed' };
    await editField(
      target,
      '/certification',
      tag === '' ? undefined : { tagLabel, appliedDate: Date.now(), expiryDate },
    );
    return true;
  }
  return (
    <AskDialog title={t('certifyTitle', { name: nameOf(entity) })} action={t('certify')} close={close} run={run}>
      <Async of={answer} small>
        {({ data }) => (
          <NativeSelect
            label={t('certification')}
            data-autofocus
            value={tag}
            onChange={({ currentTarget }) => setTag(currentTarget.value)}
            data={[
              { value: '', label: t('notCertified') },
              ...data.flatMap((one) =>
                one.disabled ? [] : { value: one.fullyQualifiedName ?? one.name, label: nameOf(one) },
              ),
            ]}
          />
        )}
      </Async>
      {tag === '' ? null : (
        <TextInput
          type="date"
          label={t('certifiedUntil')}
          required
          value={until}
          onChange={({ currentTarget }) => setUntil(currentTarget.value)}
          error={tried && isOver ? t('certifiedOver') : undefined}
        />
      )}
    </AskDialog>
  );
}

/** The end of a period such as `P1Y6M` or `P30D` from now. */
function endOfPeriod(period: string): number {
  const count = (unit: string) => Number(new RegExp(`(\\d+)${unit}`).exec(period)?.[1] ?? 0);
  const end = new Date();
  end.setMonth(end.getMonth() + count('Y') * 12 + count('M'), end.getDate() + count('W') * 7 + count('D'));
  return end.getTime();
}

/** As a field for days has it, where the person is. */
function dayOf(time: number): string {
  const at = new Date(time);
  return new Date(time - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}
