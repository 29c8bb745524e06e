import { Button, FileButton } from '@mantine/core';
import {
  createOrUpdateWorkflowDefinition,
  getWorkflowDefinitionByName,
  type Input,
  listWorkflowDefinitions,
} from 'cairn/client';
import { Upload } from 'lucide-react';
import { cairn } from '../../data/client.js';
import { refresh } from '../../data/use-operation.js';
import { nameOf } from '../../entities/fields/values.js';
import { tell } from '../../kit/states/tell.js';
import { useAction } from '../../kit/states/use-action.js';
import { useWords } from '../../words/define-words.js';
import { workflowWords } from '../../words/workflows.js';

/** Stores a definition from a file, as a new one or in place of the one of its name. The server checks it. */
export function UploadButton({ label }: { label: string }) {
  const t = useWords(workflowWords);
  const { busy, run } = useAction();
  async function load(file: File) {
    const body = read(await file.text());
    if (body === null) throw new Error(t('notJson'));
    const stored = await cairn.call(createOrUpdateWorkflowDefinition, { body });
    await refresh(listWorkflowDefinitions, getWorkflowDefinitionByName);
    tell({ message: t('uploaded', { name: nameOf(stored) }) });
  }
  return (
    <FileButton accept=".json" onChange={(file) => file && void run(() => load(file), { failed: t('failedUpload') })}>
      {(props) => (
        <Button {...props} size="xs" variant="default" loading={busy} leftSection={<Upload size={14} aria-hidden />}>
          {label}
        </Button>
      )}
    </FileButton>
  );
}

/** What fields a definition has is the server's to say. */
function read(text: string): Input<typeof createOrUpdateWorkflowDefinition>['body'] | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
