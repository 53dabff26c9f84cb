/** What the shell says to members alone: the first page does without. */
export const members = {
  'shell.newNote': '+ Note',
  'shell.ownFace': 'Profile',
  'shell.bottomBar': 'Quick menu',
  'shell.shortNotes': 'Notes',
  'shell.shortFriends': 'Friends',
  'shell.shortNewNote': 'New note',
} as const
