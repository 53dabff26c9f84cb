export const home = {
  'home.title': '홈',
  'home.headline': '토론, 나눔,\n이해, 공감.',
  'home.lead':
    '토론하고, 나누고, 이해하고, 공감하는 곳이에요. 노트 한 장에서 시작한 생각이 대화를 거치며 깊어져요.',
  'home.useWrite': '언제 어디서나 노트와 회의록을 써요',
  'home.useWriteMore': '주제별로 모으고, 마크다운으로 쓰고, 결과를 바로 확인해요.',
  'home.useShare': '친구들과 노트를 나눠요',
  'home.useShareMore': '방을 만들어 노트를 나누면, 안 읽은 노트를 숫자로 알려 줘요.',
  'home.useTalk': '대화와 토론으로 더 나은 길을 찾아요',
  'home.useTalkMore': '같은 노트를 함께 읽고 서로의 생각을 이어 가요.',
  'home.browser': '크롬(Chrome)에서 가장 편하게 쓸 수 있어요.',
  'home.lookAround': '둘러보기',
  'home.lookAroundHint': '가입하지 않아도 읽어 볼 수 있어요',
  'home.findFriends': '친구 찾기 - 이메일 주소 | 휴대폰 번호',
  'home.find': '찾기',
  'home.showNotices': '공지 보기',
  'home.hideNotices': '공지 숨기기',
} as const
