/** Reads HTML that a template made. Pure. */
import { type Handler, Parser } from 'htmlparser2';
import { TemplateError } from '../../templates/index.js';

/** Maximum depth: the time of the parser grows with its square, and no message needs more. */
const MOST_LEVELS = 100;

type Callbacks = Required<Pick<Handler, 'onopentag' | 'ontext' | 'onclosetag'>> &
  Partial<Pick<Handler, 'onprocessinginstruction'>>;

/** Throws a `TemplateError` for tags that are nested too deeply. */
export function walkHtml(html: string, callbacks: Callbacks): void {
  let level = 0;
  const parser = new Parser({
    ...callbacks,
    onopentag(...opened) {
      level += 1;
      if (level > MOST_LEVELS) throw new TemplateError(`nests tags more than ${MOST_LEVELS} levels deep`);
      callbacks.onopentag(...opened);
    },
    onclosetag(...closed) {
      level -= 1;
      callbacks.onclosetag(...closed);
    },
  });
  parser.end(html);
}
