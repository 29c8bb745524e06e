import { Button } from '@mantine/core';
import { Plus } from 'lucide-react';
import { Link } from '../../kit/link.js';
import { useWords } from '../../words/define-words.js';
import { profileWords } from '../../words/entities/profile.js';
import type { EntityView } from '../entity-page.js';

/** To the form of a new test, of the table or one of its columns. */
export function AddTest({ entity, may, column }: EntityView & { column?: string }) {
  const t = useWords(profileWords);
  if (!may('CreateTests') || entity.deleted) return null;
  const query = new URLSearchParams({ table: entity.fullyQualifiedName, ...(column ? { column } : {}) });
  return (
    <Button
      component={Link}
      to={`/data-quality/add-test?${query}`}
      size="xs"
      variant="default"
      leftSection={<Plus size={14} aria-hidden />}
    >
      {t('addTest')}
    </Button>
  );
}
