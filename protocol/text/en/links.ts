export const links = {
  'links.backlinks': 'Notes that link here',
  'links.more': 'There are more. Only the last changed notes are shown.',
  'links.suggestions': 'Notes and headings to link to',
}
