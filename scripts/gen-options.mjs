// Writes the table of options into docs/options.md and into the README, between the marks there.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadSource } from './load-source.mjs';
import { root } from './run.mjs';

const { documentOptions } = await loadSource('src/config/index.ts');

const INTRODUCTION = `# Options

Every option is a flag of \`cairn serve\` and an environment variable; the flag takes precedence. Durations are written \`500ms\`,
\`30s\`, \`10m\`, \`12h\` or \`7d\`, sizes \`512KiB\` or \`32MiB\`, lists with commas. An invalid
value stops the server at startup with a message that says what is allowed. Generated from \`src/config/option-table.ts\` by \`npm run gen\`.

`;
writeFileSync(join(root, 'docs/options.md'), INTRODUCTION + documentOptions());

const readme = join(root, 'README.md');
if (existsSync(readme)) {
  const text = readFileSync(readme, 'utf8');
  const between = /(<!-- options -->\n)[\s\S]*?(<!-- \/options -->)/;
  writeFileSync(
    readme,
    text.replace(between, (_all, open, close) => `${open}${documentOptions()}${close}`),
  );
}
