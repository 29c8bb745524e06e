import { defineWords } from '../define-words.js';

export const attachmentWords = defineWords('attachments', {
  none: 'No attachments',
  noneText: 'Files that explain this to others, such as a diagram, a specification or a report, are listed here.',
  add: 'Attach files',
  limit: 'Images, text, office documents, PDF and archives of up to 5 MB each',
  added_one: '{{count}} file is attached',
  added_other: '{{count}} files are attached',
  notAdded: 'Could not attach {{name}}',
  download: 'Download {{name}}',
  notDownloaded: 'Could not download {{name}}',
  line: '{{size}}, attached by {{name}} {{ago}}',
  removeOf: 'Delete {{name}}',
  removeTitle: 'Delete {{name}}?',
  removeText: 'Nobody can download it any more.',
  remove: 'Delete',
});
