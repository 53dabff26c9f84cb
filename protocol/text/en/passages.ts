export const passages = {
  'passages.changed':
    'The note has changed and no longer has that sentence. Please choose it again in the new text.',
  'passages.threadFull': 'A note can have up to 500 highlights and comments on its sentences.',
  'passages.userFull':
    'You can leave up to 100 highlights and comments on the sentences of a note. Please delete a highlight and try again.',
} as const
