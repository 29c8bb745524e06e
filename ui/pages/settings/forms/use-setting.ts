import { createOrUpdateSetting, getSetting } from 'cairn/client';
import type { JsonObject, Settings } from 'cairn/contract';
import { useState } from 'react';
import { cairn } from '../../../data/client.js';
import { useFormDraft } from '../../../data/editing/use-form-draft.js';
import { refresh, useOperation } from '../../../data/use-operation.js';
import { sentenceOf } from '../../../kit/states/sentence.js';

export type SettingName = Settings['config_type'];

const NOTHING: JsonObject = {};

/** A setting as a form shows it: what is stored, and what was typed and not saved. `secret`: members that no draft may hold. */
export function useSetting(name: SettingName, secret: readonly string[] = []) {
  const answer = useOperation(getSetting, { params: { name } });
  const { typed, change, restored, startOver } = useFormDraft(NOTHING, {
    part: name,
    keep: (all) => Object.fromEntries(Object.entries(all).filter(([key]) => !secret.includes(key))),
  });
  const [state, setState] = useState<{ busy: boolean; saved: boolean; failure?: string }>({
    busy: false,
    saved: false,
  });
  const stored = (answer.data?.value.config_value ?? {}) as JsonObject;
  return {
    answer,
    value: { ...stored, ...typed },
    state,
    restored,
    startOver,
    change(part: JsonObject) {
      change(part);
      setState({ busy: false, saved: false });
    },
    async save() {
      setState({ busy: true, saved: false });
      try {
        const value = { ...stored, ...typed };
        await cairn.call(createOrUpdateSetting, {
          body: { config_type: name, config_value: value as unknown as NonNullable<Settings['config_value']> },
        });
        await refresh(getSetting);
        startOver(); // shows what is stored
        setState({ busy: false, saved: true });
      } catch (error) {
        setState({ busy: false, saved: false, failure: sentenceOf(error) });
      }
    },
  };
}

export type Setting = ReturnType<typeof useSetting>;
