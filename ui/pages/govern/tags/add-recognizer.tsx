import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { Recognizer } from 'cairn/contract';
import { useState } from 'react';
import { AskDialog } from '../../../kit/dialogs/ask-dialog.js';
import { NumberField } from '../../../kit/number-field.js';
import { useWords } from '../../../words/define-words.js';
import { recognizerWords } from '../../../words/recognizers.js';

const KINDS = ['exact_terms', 'pattern'] as const;
const TARGETS = ['content', 'column_name'] as const;

interface Props {
  taken: readonly string[];
  close(): void;
  add(recognizer: Recognizer): Promise<unknown>;
}

/** Recognizes words of a list, or patterns. */
export function AddRecognizer({ taken: names, close, add }: Props) {
  const t = useWords(recognizerWords);
  const [taken] = useState(names); // without the one that is being added
  const [typed, setTyped] = useState({ name: '', lines: '', least: 60 });
  const [kind, setKind] = useState<(typeof KINDS)[number]>('exact_terms');
  const [target, setTarget] = useState<(typeof TARGETS)[number]>('content');
  const [tried, setTried] = useState(false);
  const name = typed.name.trim();
  const lines = typed.lines.split('\n').flatMap((line) => line.trim() || []);
  const wanted = t(kind === 'pattern' ? 'patterns' : 'terms');
  async function run() {
    setTried(true);
    if (name === '' || taken.includes(name) || lines.length === 0) return false;
    await add({ name, target, confidenceThreshold: typed.least / 100, recognizerConfig: configOf(kind, lines) });
    return true;
  }
  const needed = (label: string, isMissing: boolean) => (tried && isMissing ? t('needed', { name: label }) : undefined);
  return (
    <AskDialog title={t('add')} action={t('add')} close={close} run={run}>
      <TextInput
        label={t('name')}
        required
        data-autofocus
        value={typed.name}
        onChange={({ currentTarget: { value } }) => setTyped({ ...typed, name: value })}
        error={taken.includes(name) ? t('taken') : needed(t('name'), name === '')}
      />
      <NativeSelect
        label={t('kind')}
        value={kind}
        onChange={({ currentTarget }) => setKind(KINDS.find((one) => one === currentTarget.value) ?? kind)}
        data={KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
      />
      <Textarea
        label={wanted}
        required
        autosize
        minRows={3}
        maxRows={10}
        value={typed.lines}
        onChange={({ currentTarget: { value } }) => setTyped({ ...typed, lines: value })}
        error={needed(wanted, lines.length === 0)}
      />
      <NativeSelect
        label={t('target')}
        value={target}
        onChange={({ currentTarget }) => setTarget(TARGETS.find((one) => one === currentTarget.value) ?? target)}
        data={TARGETS.map((value) => ({ value, label: t(`target.${value}`) }))}
      />
      <NumberField
        label={t('least')}
        whole
        min={0}
        max={100}
        value={typed.least}
        onChange={(least) => setTyped({ ...typed, least: Number(least) })}
      />
    </AskDialog>
  );
}

function configOf(kind: (typeof KINDS)[number], lines: string[]): Recognizer['recognizerConfig'] {
  const shared = { supportedLanguage: 'any', regexFlags: {} } as const;
  if (kind === 'exact_terms') return { type: kind, exactTerms: lines, ...shared };
  return { type: kind, patterns: lines.map((regex, i) => ({ name: `pattern ${i + 1}`, regex })), ...shared };
}
