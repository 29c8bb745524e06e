import { SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { useWords } from '../../words/define-words.js';
import { shellWords } from '../../words/shell.js';

export function ThemeChoice() {
  const t = useWords(shellWords);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      fullWidth
      size="xs"
      aria-label={t('theme')}
      value={colorScheme}
      onChange={(value) => setColorScheme(value as typeof colorScheme)}
      data={[
        { value: 'light', label: t('light') },
        { value: 'dark', label: t('dark') },
        { value: 'auto', label: t('system') },
      ]}
    />
  );
}
