import { Select } from '@mantine/core';
import type { ProfileSampleConfig, StaticSamplingConfig } from 'cairn/contract';
import { NumberField } from '../../kit/number-field.js';
import { useWords } from '../../words/define-words.js';
import { profileSettingWords } from '../../words/entities/profile-settings.js';
import classes from './profile.module.css';

const KINDS = ['ALL', 'PERCENTAGE', 'ROWS'] as const;

/** How many rows a profile reads. */
export interface Sample {
  kind: (typeof KINDS)[number];
  /** Per cent, or rows. */
  size: number;
}

export function sampleOf(given: ProfileSampleConfig | undefined): Sample {
  // A dynamic sample, which pipelines of clients set, has neither.
  const { profileSample, profileSampleType = 'PERCENTAGE' } = (given?.config ?? {}) as StaticSamplingConfig;
  return profileSample === undefined
    ? { kind: 'ALL', size: 10 }
    : { kind: profileSampleType === 'ROWS' ? 'ROWS' : 'PERCENTAGE', size: profileSample };
}

/** The part of a configuration that says so; nothing where all rows are read. */
export function configOfSample({ kind, size }: Sample): { profileSampleConfig?: ProfileSampleConfig } {
  if (kind === 'ALL') return {};
  return {
    profileSampleConfig: { sampleConfigType: 'STATIC', config: { profileSample: size, profileSampleType: kind } },
  };
}

export function SampleField({ sample, set }: { sample: Sample; set(sample: Sample): void }) {
  const t = useWords(profileSettingWords);
  const { kind, size } = sample;
  return (
    <div className={classes.bar}>
      <Select
        label={t('sample')}
        allowDeselect={false}
        value={kind}
        onChange={(next) => set({ size, kind: KINDS.find((one) => one === next) ?? kind })}
        data={KINDS.map((value) => ({ value, label: t(`sample.${value}`) }))}
      />
      {kind === 'ALL' ? null : (
        <NumberField
          label={t(kind === 'ROWS' ? 'rows' : 'percent')}
          min={kind === 'ROWS' ? 1 : 0}
          {...(kind === 'ROWS' ? { whole: true } : { max: 100 })}
          value={size}
          onChange={(next) => typeof next === 'number' && set({ kind, size: next })}
        />
      )}
    </div>
  );
}
