/** What the shell says to members alone: the first page does without. */
export const members = {
  'shell.newNote': '+ 노트',
  'shell.ownFace': '프로필',
  'shell.bottomBar': '아래 메뉴',
  'shell.shortNotes': '노트',
  'shell.shortFriends': '친구',
  'shell.shortNewNote': '새 노트',
} as const
