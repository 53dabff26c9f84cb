export const administration = {
  'administration.title': '관리',
  'administration.toNotices': '공지 관리',
  'administration.suggestions': '올라온 의견',
  'administration.people': '가입한 사람',
  'administration.notes': '노트',
  'administration.hubs': '토론방',
  'administration.sockets': '지금 열린 연결',
  'administration.allOpinions': '모든 의견',
  'administration.unanswered': '답변을 기다리는 의견',
  'administration.noUnanswered': '모든 의견에 답변했어요.',
  'administration.moreUnanswered': '오래 기다린 {count}개를 먼저 보여 드려요.',
} as const
