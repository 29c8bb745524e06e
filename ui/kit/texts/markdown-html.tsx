import Renderer, { type Components } from 'react-markdown';
import rehypeRaw from 'rehype-raw';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import { githubMarkdown } from './github-markdown.js';

/** The HTML that people and other programs put into descriptions; everything else is left out. */
const SCHEMA = {
  ...defaultSchema,
  protocols: { ...defaultSchema.protocols, href: ['http', 'https', 'mailto'], src: ['http', 'https'] },
};

/** Markdown with HTML in it. The parser of HTML is large, and few descriptions need it. */
export function MarkdownHtml({ text, components }: { text: string; components: Components }) {
  return (
    <Renderer
      remarkPlugins={[githubMarkdown]}
      rehypePlugins={[rehypeRaw, [rehypeSanitize, SCHEMA]]}
      components={components}
    >
      {text}
    </Renderer>
  );
}
