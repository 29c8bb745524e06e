import { ActionIcon, Button, TagsInput, TextInput } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import { useWords } from '../../words/define-words.js';
import { contractWords } from '../../words/entities/contract.js';
import classes from './contract.module.css';
import type { PolicyDraft } from './contract-draft.js';

interface Props {
  policies: readonly PolicyDraft[];
  change: (policies: PolicyDraft[]) => void;
}

/** Who may use the data, and by which policy. */
export function PoliciesEditor({ policies, change }: Props) {
  const t = useWords(contractWords);
  const key = Math.max(-1, ...policies.map((one) => one.key)) + 1;
  const set = (changed: PolicyDraft) => change(policies.map((one) => (one.key === changed.key ? changed : one)));
  return (
    <>
      {policies.map((policy) => (
        <div key={policy.key} className={classes.rule}>
          <div className={classes.bar}>
            <TextInput
              className={classes.grow}
              label={t('policy')}
              value={policy.accessPolicy}
              onChange={(event) => set({ ...policy, accessPolicy: event.currentTarget.value })}
            />
            <ActionIcon
              size={24}
              aria-label={t('removePolicy', { name: policy.accessPolicy })}
              onClick={() => change(policies.filter((one) => one.key !== policy.key))}
            >
              <X size={16} aria-hidden />
            </ActionIcon>
          </div>
          <TagsInput
            label={t('identities')}
            value={policy.identities}
            onChange={(identities) => set({ ...policy, identities })}
          />
        </div>
      ))}
      <Button
        size="compact-xs"
        variant="default"
        w="max-content"
        leftSection={<Plus size={14} aria-hidden />}
        onClick={() => change([...policies, { key, accessPolicy: '', identities: [], rest: {} }])}
      >
        {t('addPolicy')}
      </Button>
    </>
  );
}
