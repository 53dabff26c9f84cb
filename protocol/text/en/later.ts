/** What the shell and the parts of all screens say, and the first page does without. */
export const later = {
  'shell.closeMenu': 'Close menu',
  'shell.toHome': 'Home',
  'shell.unknownPage': 'There is no such page.',
  'shell.newNote': '+ Note',
  'shell.ownFace': 'Profile',
  'shell.bottomBar': 'Quick menu',
  'shell.shortNotes': 'Notes',
  'shell.shortFriends': 'Friends',
  'shell.shortNewNote': 'New note',

  'common.cancel': 'Cancel',
  'common.close': 'Close',
  'common.undo': 'Undo',
  'common.rename': 'Rename',
  'common.delete': 'Delete',
  'common.optional': '(optional)',
  'common.count': '{count}/{max}',
  'common.manuscriptPages': '{pages} manuscript {pages#one page|other pages}',
  'common.tooLong': 'Longer than {max} characters',
  'time.now': 'just now',
  'time.minutesAgo': '{minutes} min ago',
} as const
