import { readTemplate, TemplateError } from '../../templates/index.js';

type Texts = Partial<Record<'templateSubject' | 'templateBody', string>>;

/** Why the texts cannot be used, by field; empty if they can. */
export async function problemsOf(texts: Texts): Promise<Texts> {
  const found: Texts = {};
  for (const field of ['templateSubject', 'templateBody'] as const)
    try {
      await readTemplate(texts[field] ?? '');
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      found[field] = error.message;
    }
  return found;
}
