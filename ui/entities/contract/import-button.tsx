import { Button, FileButton } from '@mantine/core';
import { createOrUpdateDataContractFromODCSYaml } from 'cairn/client';
import type { ContractedType } from 'cairn/contract';
import { Upload } from 'lucide-react';
import { cairn } from '../../data/client.js';
import { useAction } from '../../kit/states/use-action.js';
import { useWords } from '../../words/define-words.js';
import { contractWords } from '../../words/entities/contract.js';
import type { EntityView } from '../entity-page.js';
import { refreshContract } from './contract.js';

interface Rules {
  /** `replace`: what the document does not say goes. */
  mode: 'merge' | 'replace';
  /** What the contract was when the document was made of it. */
  ifMatch?: string | undefined;
}

/** Stores a document of the standard as the contract of the asset. */
export async function storeDocument(view: EntityView, text: string, { mode, ifMatch }: Rules): Promise<void> {
  await cairn.call(createOrUpdateDataContractFromODCSYaml, {
    query: { entityId: view.entity.id, entityType: view.type as ContractedType, mode },
    body: text,
    ...(ifMatch === undefined ? {} : { ifMatch }),
  });
  await refreshContract();
}

/** Reads a contract from a file; JSON is YAML, too. */
export function ImportButton({ view }: { view: EntityView }) {
  const t = useWords(contractWords);
  const { busy, run } = useAction();
  const load = async (file: File) => storeDocument(view, await file.text(), { mode: 'merge' });
  return (
    <FileButton
      accept=".yaml,.yml,.json"
      onChange={(file) => file && void run(() => load(file), { done: t('imported'), failed: t('failed') })}
    >
      {(props) => (
        <Button {...props} size="xs" variant="default" loading={busy} leftSection={<Upload size={14} aria-hidden />}>
          {t('importOdcs')}
        </Button>
      )}
    </FileButton>
  );
}
