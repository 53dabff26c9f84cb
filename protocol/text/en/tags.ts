export const tags = {
  'tags.title': 'Tags',
  'tags.noteCount': '#{tag}, {count} {count#one note|other notes}',
  'tags.more': 'Show {count} more',
  'tags.onlyMostUsed': 'Only the tags with most notes are shown.',
  'tags.notes': 'Notes tagged #{tag}',
  'tags.suggestions': 'Tags of my notes',
  'tags.empty': 'No notes with this tag. Write #{tag} in a note to collect it here.',
  'tags.invalid': 'Check the tag.',
}
