export const common = {
  /** Whose words these are. */
  'common.language': 'ko',
  'common.appName': '글마루',
  'common.retry': '다시 시도',
  'common.reload': '새로 고침',
  'common.close': '닫기',
  'common.loading': '불러오는 중…',
  'common.textTooLong': '글이 너무 길어서 넣지 않았어요. 나눠서 넣어 주세요.',
  'common.working': '처리하는 중…',
  'common.me': '나',
  'common.unread': '안 읽은 노트 {count}개',
  'common.waitingReports': '살펴볼 신고 {count}건',

  'error.unreachable': '글마루에 닿지 못했어요. 잠시 뒤에 다시 시도해 주세요.',
  'error.screen': '화면에 문제가 생겼어요.',
  'error.notOpened': '서버에 연결되지 않아 아직 열지 못했어요. 연결되면 저절로 열려요.',
  'error.lazyPart': '화면을 불러오지 못했어요.',
} as const
