/** Renders a template with its context to a message. Pure, except that parsed templates are cached. */
import { cutText, type Message } from '../../mail/index.js';
import { evaluate, readTemplate, type Template, TemplateError } from '../../templates/index.js';
import { entityUrl } from './entity-url.js';
import { readHtml } from './read-html.js';

export interface TemplateTexts {
  templateSubject: string;
  templateBody: string;
}

/** The context that a template gets. Links lead to pages below `baseUrl`. */
type RenderContext = { baseUrl: string } & object;

export interface Renderer {
  /** The message. Throws a `TemplateError`. */
  message(texts: TemplateTexts, context: RenderContext): Promise<Message>;
  /** One line of plain text. Throws a `TemplateError`. */
  subject(template: string, context: RenderContext): Promise<string>;
  /** The HTML of the template, including markup that its author wrote. Throws a `TemplateError`. */
  html(body: string, context: RenderContext): Promise<string>;
}

const LONGEST_SUBJECT = 250;
const MOST_CACHED = 100;

export function createRenderer(): Renderer {
  // By text, so it never becomes stale.
  const known = new Map<string, Template>();
  const environmentOf = ({ baseUrl }: RenderContext) => ({
    entityUrl: (type: string, fqn: string) => entityUrl(baseUrl, type, fqn),
  });

  async function read(text: string): Promise<Template> {
    const found = known.get(text) ?? (await readTemplate(text));
    known.delete(text);
    known.set(text, found);
    const [oldest] = known.keys();
    if (known.size > MOST_CACHED && oldest !== undefined) known.delete(oldest);
    return found;
  }

  const html = async (body: string, context: RenderContext) =>
    evaluate(await read(body), context, { environment: environmentOf(context), isHtml: true });
  return {
    html,
    subject: subjectOf,
    async message({ templateSubject, templateBody }, context) {
      return {
        subject: await subjectOf(templateSubject, context),
        blocks: readHtml(await html(templateBody, context)),
      };
    },
  };

  async function subjectOf(templateSubject: string, context: RenderContext): Promise<string> {
    const environment = environmentOf(context);
    const line = evaluate(await read(templateSubject), context, { environment, isHtml: false });
    const subject = cutText(line.replace(/\s+/g, ' ').trim(), LONGEST_SUBJECT);
    if (subject === '') throw new TemplateError('the subject is empty');
    return subject;
  }
}
