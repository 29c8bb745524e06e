import { Button } from '@mantine/core';
import { ClientError } from 'cairn/client';
import { Bug } from 'lucide-react';
import { useRouteError } from 'react-router';
import { Empty, Failed } from '../kit/states/states.js';
import { useWords } from '../words/define-words.js';
import { shellWords } from '../words/shell.js';

/** Shown in place of a page that threw an error. */
export function BrokenPage() {
  const t = useWords(shellWords);
  const error = useRouteError();
  const reload = () => location.reload();
  if (error instanceof ClientError) return <Failed error={error} retry={reload} />;
  return (
    <div role="alert">
      <Empty
        icon={Bug}
        title={t('broken')}
        action={
          <Button size="xs" onClick={reload}>
            {t('reload')}
          </Button>
        }
      >
        {t('brokenText')}
      </Empty>
    </div>
  );
}
