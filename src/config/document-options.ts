import { environmentOf, flagOf, type Option } from './option.js';
import { OPTIONS } from './option-table.js';
import { defaultText } from './parse-option.js';

/** The option table as Markdown, for `docs/options.md` and the README. */
export function documentOptions(): string {
  const rows = Object.entries<Option>(OPTIONS).map(
    ([name, option]) =>
      `| \`${flagOf(name)}\` | \`${environmentOf(name)}\` | ${code(defaultText(option))} | ${option.about}${choices(option)} |`,
  );
  return ['| flag | environment | default | meaning |', '| - | - | - | - |', ...rows, ''].join('\n');
}

function code(text: string): string {
  return text === '' ? '' : `\`${text}\``;
}

function choices(option: Option): string {
  return option.type === 'choice' ? ` One of ${option.choices.map(code).join(', ')}.` : '';
}
