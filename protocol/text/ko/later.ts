/** What the shell and the parts of all screens say, and the first page does without. */
export const later = {
  'shell.closeMenu': '메뉴 닫기',
  'shell.toHome': '홈으로',
  'shell.unknownPage': '찾으시는 화면이 없어요.',
  'shell.newNote': '+ 노트',
  'shell.ownFace': '프로필',
  'shell.bottomBar': '아래 메뉴',
  'shell.shortNotes': '노트',
  'shell.shortFriends': '친구',
  'shell.shortNewNote': '새 노트',

  'common.cancel': '취소',
  'common.close': '닫기',
  'common.undo': '되돌리기',
  'common.rename': '이름 바꾸기',
  'common.delete': '삭제',
  'common.optional': '(선택)',
  'common.count': '{count}/{max}자',
  'common.manuscriptPages': '원고지 {pages}매',
  'common.tooLong': '{max}자를 넘었어요',
  'time.now': '방금',
  'time.minutesAgo': '{minutes}분 전',
} as const
