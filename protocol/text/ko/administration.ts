export const administration = {
  'administration.title': '관리',
  'administration.toNotices': '공지 관리',
  'administration.suggestions': '올라온 의견',
  'administration.people': '가입한 사람',
  'administration.notes': '노트',
  'administration.hubs': '토론방',
  'administration.sockets': '지금 열린 연결',
} as const
