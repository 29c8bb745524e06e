import { createOrUpdateSetting, getSetting } from 'cairn/client';
import type { JsonObject, Settings } from 'cairn/contract';
import { useState } from 'react';
import { cairn } from '../../../data/client.js';
import { refresh, useOperation } from '../../../data/use-operation.js';
import { sentenceOf } from '../../../kit/states/sentence.js';

export type SettingName = Settings['config_type'];

/** A setting as a form shows it: what is stored, and what was typed and not saved. */
export function useSetting(name: SettingName) {
  const answer = useOperation(getSetting, { params: { name } });
  const [typed, setTyped] = useState<JsonObject>({});
  const [state, setState] = useState<{ busy: boolean; saved: boolean; failure?: string }>({
    busy: false,
    saved: false,
  });
  const stored = (answer.data?.value.config_value ?? {}) as JsonObject;
  return {
    answer,
    value: { ...stored, ...typed },
    state,
    change(part: JsonObject) {
      setTyped((now) => ({ ...now, ...part }));
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
        setTyped({});
        setState({ busy: false, saved: true });
      } catch (error) {
        setState({ busy: false, saved: false, failure: sentenceOf(error) });
      }
    },
  };
}

export type Setting = ReturnType<typeof useSetting>;
