export const links = {
  'links.backlinks': 'Notes that link here',
  'links.more': 'Show more',
  'links.suggestions': 'Notes and headings to link to',
}
