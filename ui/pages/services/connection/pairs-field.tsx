import { ActionIcon, TextInput } from '@mantine/core';
import { X } from 'lucide-react';
import { useState } from 'react';
import { MASK } from '../../../entities/fields/mask.js';
import { SecretInput } from '../../../entities/fields/secret-input.js';
import { FieldGroup } from '../../../kit/field-group.js';
import { fieldHelp, fieldName } from '../../../words/connection-fields.js';
import { useWords } from '../../../words/define-words.js';
import { serviceWords } from '../../../words/services.js';
import { AddButton } from './add-button.js';
import { isObj } from './connection-schema.js';
import type { FieldPart } from './field-part.js';
import classes from './fields.module.css';

interface Row {
  key: number;
  name: string;
  value: unknown;
}

/** Names and values that people choose themselves, such as options of a driver. */
export function PairsField({ name, schema, value, change, path, problems }: FieldPart) {
  const t = useWords(serviceWords);
  const label = fieldName(name);
  const [rows, setRows] = useState<readonly Row[]>(() =>
    Object.entries(isObj(value) ? value : {}).map(([key, one], i) => ({ key: i, name: key, value: one })),
  );
  const takesAny = !isObj(schema.additionalProperties) || schema.additionalProperties.type === undefined;
  function take(next: readonly Row[]) {
    setRows(next);
    change(Object.fromEntries(next.map((row) => [row.name.trim(), row.value])));
  }
  const put = (key: number, part: Partial<Row>) =>
    take(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  return (
    <FieldGroup legend={label}>
      {fieldHelp(name) ? <p className={classes.help}>{fieldHelp(name)}</p> : null}
      {rows.map((row) => {
        const valueLabel = t('pairValue', { name: row.name || label });
        return (
          <div key={row.key} className={classes.pair}>
            <TextInput
              aria-label={t('pairName', { name: label })}
              placeholder={t('name')}
              value={row.name}
              onChange={(event) => put(row.key, { name: event.currentTarget.value })}
            />
            {row.value === MASK ? (
              <SecretInput
                hideLabel
                label={valueLabel}
                value={row.value}
                onChange={(next) => put(row.key, { value: next })}
              />
            ) : (
              <TextInput
                aria-label={valueLabel}
                placeholder={t('value')}
                value={textOf(row.value)}
                onChange={({ currentTarget }) =>
                  put(row.key, { value: takesAny ? parsed(currentTarget.value) : currentTarget.value })
                }
              />
            )}
            <ActionIcon
              aria-label={t('removePair', { name: row.name || label })}
              onClick={() => take(rows.filter(({ key }) => key !== row.key))}
            >
              <X size={14} />
            </ActionIcon>
          </div>
        );
      })}
      <AddButton
        onClick={() => take([...rows, { key: Math.max(-1, ...rows.map(({ key }) => key)) + 1, name: '', value: '' }])}
      />
      {problems[path] ? (
        <p role="alert" className={classes.problem}>
          {problems[path]}
        </p>
      ) : null}
    </FieldGroup>
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Drivers tell numbers and switches from texts. What would be written differently stays a text. */
function parsed(text: string): unknown {
  if (!/^(true|false|-?(0|[1-9]\d*)(\.\d+)?)$/.test(text)) return text;
  const value: unknown = JSON.parse(text);
  return String(value) === text ? value : text;
}
